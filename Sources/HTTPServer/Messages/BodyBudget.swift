import Synchronization

/// The space that all bodies of requests may take together, in memory and on the disk.
package final class BodyBudget: Sendable {
  /// Thrown if a body does not fit.
  package struct Exceeded: Error {}

  private let limit: Int64
  private let used = Atomic<Int64>(0)

  package init(limit: Int64) { self.limit = limit }

  /// True if `count` more bytes would fit now.
  func hasRoom(for count: Int64) -> Bool { count <= limit - used.load(ordering: .relaxed) }

  /// Takes `count` bytes. Throws ``Exceeded`` if there are not enough.
  func take(_ count: Int64) throws {
    guard used.add(count, ordering: .relaxed).newValue <= limit else {
      give(back: count)
      throw Exceeded()
    }
  }

  func give(back count: Int64) { used.subtract(count, ordering: .relaxed) }
}
