import Glibc
import Synchronization

/// Bytes on their way from one thread to another, in order, through a few buffers.
///
/// Each buffer belongs to one of the two at a time, and the semaphores hand it over, so that sharing the relay is sound.
final class ByteRelay: @unchecked Sendable {
  private static let pieces = 4
  static let pieceSize = 5 << 16

  private let base = UnsafeMutableRawPointer.allocate(byteCount: pieces * pieceSize, alignment: 64)
  private let counts = UnsafeMutablePointer<Int>.allocate(capacity: pieces)
  private let free = UnsafeMutablePointer<sem_t>.allocate(capacity: 1)
  private let filled = UnsafeMutablePointer<sem_t>.allocate(capacity: 1)
  private let isClosed = Atomic(false)
  /// The next piece of the giver, and that of the taker.
  private var given = 0
  private var taken = 0

  init() {
    counts.initialize(repeating: 0, count: Self.pieces)
    sem_init(free, 0, UInt32(Self.pieces))
    sem_init(filled, 0, 0)
  }

  deinit {
    sem_destroy(free)
    sem_destroy(filled)
    free.deallocate()
    filled.deallocate()
    counts.deallocate()
    // They may have held decrypted bytes.
    explicit_bzero(base, Self.pieces * Self.pieceSize)
    base.deallocate()
  }

  private static func wait(_ semaphore: UnsafeMutablePointer<sem_t>) {
    while sem_wait(semaphore) != 0 {}
  }

  /// Waits for an empty buffer, and gives what `fill` writes to its beginning, whose size it returns; nothing ends the bytes. False where the
  /// taker has gone. Throws what `fill` throws.
  @discardableResult
  func give(_ fill: (UnsafeMutableRawBufferPointer) throws -> Int) rethrows -> Bool {
    if isClosed.load(ordering: .acquiring) { return false }
    Self.wait(free)
    if isClosed.load(ordering: .acquiring) { return false }
    let place = given % Self.pieces
    let buffer = UnsafeMutableRawBufferPointer(start: base + place * Self.pieceSize, count: Self.pieceSize)
    do {
      counts[place] = try fill(buffer)
    } catch {
      sem_post(free)
      throw error
    }
    given += 1
    sem_post(filled)
    return true
  }

  /// Gives a copy of `bytes`, to a taker that takes all.
  func give(copying bytes: UnsafeRawBufferPointer) {
    var rest = bytes
    while !rest.isEmpty {
      let piece = UnsafeRawBufferPointer(rebasing: rest.prefix(Self.pieceSize))
      let isTaken = give {
        $0.copyMemory(from: piece)
        return piece.count
      }
      precondition(isTaken, "bytes for a taker that has gone")
      rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(piece.count))
    }
  }

  /// Says that there are no more.
  func end() { give { _ in 0 } }

  /// Waits for the next bytes, which are the taker's until it calls ``giveBack()``; none at the end.
  func take() -> UnsafeRawBufferPointer {
    Self.wait(filled)
    let place = taken % Self.pieces
    return UnsafeRawBufferPointer(start: base + place * Self.pieceSize, count: counts[place])
  }

  /// Hands back the buffer that was taken last.
  func giveBack() {
    taken += 1
    sem_post(free)
  }

  /// Ends the giver's work at its next piece.
  func close() {
    isClosed.store(true, ordering: .releasing)
    sem_post(free)
  }
}
