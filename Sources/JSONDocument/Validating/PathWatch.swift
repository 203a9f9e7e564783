/// A step from an object or array to a value in it.
package enum JSONStep: Equatable, Sendable {
  /// To the member with this key, the first one.
  case key(String)
  /// To an element, from 0.
  case index(Int)
}

/// Looks for the value at the end of a path.
struct PathWatch: Sendable {
  private let steps: [JSONStep]
  /// The step that is next.
  private var step = -1
  /// The key that is next.
  private var key: [UInt8] = []
  /// How many elements there are before the one that is next.
  private var left = 0
  /// Whether the value that the step leads to is at hand.
  private var isThere = true

  /// How many objects and arrays are around the value that is looked for, as far as they were found; -1 when there is nothing more to look for.
  private(set) var depth: Int
  /// The offset from which on the value may begin, after white space or a colon.
  private(set) var start: Int?
  /// The offset behind the value and white space.
  private(set) var end: Int?

  /// - Parameter steps: The path; without a step nothing is looked for.
  init(_ steps: [JSONStep]) {
    self.steps = steps
    depth = steps.isEmpty ? -1 : 0
  }

  /// How many bytes of a key it takes to tell whether it is the one.
  var keySize: Int {
    steps.map { if case .key(let key) = $0 { key.utf8.count } else { 0 } }.max() ?? 0
  }

  mutating func opened(isObject: Bool, at offset: Int) {
    guard isThere, step + 1 < steps.count else { return }
    step += 1
    depth += 1
    isThere = false
    switch steps[step] {
    case .key(let key):
      if !isObject { return giveUp() }
      self.key = Array(key.utf8)
    case .index(let index):
      if isObject { return giveUp() }
      left = index
      if index == 0 { found(at: offset + 1) }
    }
  }

  mutating func hasKey(_ text: UnsafeRawBufferPointer, at end: Int) {
    // It may be the one that is looked for, but nobody looks what its escapes stand for.
    if text.contains(0x5C) { return giveUp() }
    if text.elementsEqual(key) { found(at: end) }
  }

  mutating func separated(at offset: Int) {
    if isThere { return ended(at: offset) }
    guard case .index = steps[step] else { return }
    left -= 1
    if left == 0 { found(at: offset + 1) }
  }

  mutating func closed(at offset: Int) {
    if isThere { ended(at: offset) } else { giveUp() }
  }

  private mutating func found(at offset: Int) {
    isThere = true
    if step + 1 == steps.count { start = offset }
  }

  private mutating func ended(at offset: Int) {
    // What has steps to go is something to go into.
    guard step + 1 == steps.count else { return giveUp() }
    end = offset
    depth = -1
  }

  private mutating func giveUp() {
    depth = -1
    start = nil
  }
}
