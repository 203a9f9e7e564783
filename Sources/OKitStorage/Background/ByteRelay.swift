import Glibc
import Synchronization

/// Passes bytes from one thread to another, in order, through a few buffers.
///
/// Each buffer belongs to one thread at a time. The semaphores hand it over, so sharing the relay is safe.
final class ByteRelay: @unchecked Sendable {
  private static let pieces = 4
  static let pieceSize = 5 << 16

  private let base = UnsafeMutableRawPointer.allocate(byteCount: pieces * pieceSize, alignment: 64)
  private let counts = UnsafeMutablePointer<Int>.allocate(capacity: pieces)
  private let free = UnsafeMutablePointer<sem_t>.allocate(capacity: 1)
  private let filled = UnsafeMutablePointer<sem_t>.allocate(capacity: 1)
  private let isClosed = Atomic(false)
  /// The numbers of the next piece to give and of the next piece to take.
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

  /// Waits for an empty buffer and passes on the bytes that `fill` writes to its start. `fill` returns their count; 0 ends the stream.
  ///
  /// Returns false if the taker is gone. Rethrows the error of `fill`.
  @discardableResult
  func give(_ fill: (UnsafeMutableRawBufferPointer) throws -> Int) rethrows -> Bool {
    if isClosed.load(ordering: .acquiring) { return false }
    Self.wait(free)
    if isClosed.load(ordering: .acquiring) { return false }
    let slot = given % Self.pieces
    let buffer = UnsafeMutableRawBufferPointer(start: base + slot * Self.pieceSize, count: Self.pieceSize)
    do {
      counts[slot] = try fill(buffer)
    } catch {
      sem_post(free)
      throw error
    }
    given += 1
    sem_post(filled)
    return true
  }

  /// Passes on a copy of `bytes`. The taker must still be there.
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

  /// Ends the stream.
  func end() { give { _ in 0 } }

  /// Waits for the next bytes; an empty buffer is the end. The bytes stay valid until ``giveBack()``.
  func take() -> UnsafeRawBufferPointer {
    Self.wait(filled)
    let slot = taken % Self.pieces
    return UnsafeRawBufferPointer(start: base + slot * Self.pieceSize, count: counts[slot])
  }

  /// Returns the buffer that was taken last.
  func giveBack() {
    taken += 1
    sem_post(free)
  }

  /// Makes the giver stop at its next piece.
  func close() {
    isClosed.store(true, ordering: .releasing)
    sem_post(free)
  }
}
