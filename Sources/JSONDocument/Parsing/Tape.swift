import Glibc

/// The nodes of a document while they are being found.
struct Tape: ~Copyable {
  private(set) var base: UnsafeMutableRawPointer
  private(set) var capacity: Int
  var count = 0
  /// How many levels the deepest value is nested.
  var depth = 0

  /// Makes a tape for a text of a number of bytes. What is not written costs no memory, so the guess is generous.
  init(byteCount: Int) throws(Fault) {
    let capacity = byteCount / 8 + 16
    guard let memory = Memory.allocate(capacity &<< 4) else { throw Self.tooLarge }
    base = memory
    self.capacity = capacity
  }

  deinit { free(base) }

  @inline(never)
  mutating func grow() throws(Fault) {
    guard let memory = Memory.reallocate(base, capacity &<< 5) else { throw Self.tooLarge }
    base = memory
    capacity *= 2
  }

  /// Gives the memory to the caller, who has to free it.
  consuming func take() -> UnsafeRawPointer {
    // Whole pages that were never written are given back by realloc without a copy.
    let memory = Memory.reallocate(base, max(count, 1) &<< 4) ?? base
    discard self
    return UnsafeRawPointer(memory)
  }

  private static var tooLarge: Fault { Fault(reason: .outOfMemory, offset: 0) }
}

@inline(__always)
func store(
  _ nodes: UnsafeMutableRawPointer, _ index: Int, start: Int, end: Int, link: Int, _ info: UInt32
) {
  let node = nodes + index &<< 4
  // Two stores of a word each instead of four.
  node.storeBytes(
    of: UInt64(truncatingIfNeeded: start) | UInt64(truncatingIfNeeded: end) &<< 32, as: UInt64.self)
  node.storeBytes(
    of: UInt64(truncatingIfNeeded: link) | UInt64(info) &<< 32, toByteOffset: 8, as: UInt64.self)
}
