import Glibc

/// The nodes of a document while it is being parsed.
struct Tape: ~Copyable {
  private(set) var base: UnsafeMutableRawPointer
  private(set) var capacity: Int
  var count = 0
  /// The nesting depth of the deepest value.
  var depth = 0
  private var preparation: PagePreparation?
  private var isTaken = false

  /// Creates a tape for a text of this size. Unwritten memory costs nothing, so the estimate is generous.
  init(byteCount: Int) throws(Fault) {
    let capacity = byteCount / 8 + 16
    guard let memory = Memory.allocate(capacity &<< 4) else { throw Self.tooLarge }
    base = memory
    self.capacity = capacity
    preparation = PagePreparation(memory, from: 0, size: capacity &<< 4)
  }

  deinit {
    preparation?.end()
    if !isTaken { free(base) }
  }

  /// The number of nodes from which ``makeRoom(after:)`` must be called.
  var limit: Int {
    // Each value can be followed by the key of the next one.
    min(preparation.map { $0.next &>> 4 } ?? Int.max, capacity) &- 4
  }

  /// Makes room for more nodes after `count` nodes.
  @inline(never)
  mutating func makeRoom(after count: Int) throws(Fault) {
    preparation?.advance(to: (count &+ 4) &<< 4)
    if count >= capacity &- 4 { try grow() }
  }

  private mutating func grow() throws(Fault) {
    preparation = nil
    guard let memory = Memory.reallocate(base, capacity &<< 5) else { throw Self.tooLarge }
    base = memory
    capacity *= 2
  }

  /// Passes the memory to the caller, who must free it.
  consuming func take() -> UnsafeRawPointer {
    preparation?.end()
    // realloc returns unwritten pages to the system without a copy.
    let memory = Memory.reallocate(base, max(count, 1) &<< 4) ?? base
    isTaken = true
    return UnsafeRawPointer(memory)
  }

  private static var tooLarge: Fault { Fault(reason: .outOfMemory, offset: 0) }
}

@inline(__always)
func store(
  _ nodes: UnsafeMutableRawPointer, _ index: Int, start: Int, end: Int, link: Int, _ info: UInt32
) {
  let node = nodes + index &<< 4
  // Two stores of 64 bits instead of four of 32 bits.
  node.storeBytes(
    of: UInt64(truncatingIfNeeded: start) | UInt64(truncatingIfNeeded: end) &<< 32, as: UInt64.self)
  node.storeBytes(
    of: UInt64(truncatingIfNeeded: link) | UInt64(info) &<< 32, toByteOffset: 8, as: UInt64.self)
}
