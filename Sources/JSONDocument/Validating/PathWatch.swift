/// A step from an object or array to a value in it.
package enum JSONStep: Equatable, Sendable {
  /// To the member with this key, the first one.
  case key(String)
  /// To an element, from 0.
  case index(Int)
}

/// Finds the value at the end of a path while a text is validated.
struct PathWatch: Sendable {
  private let steps: [JSONStep]
  /// The index of the step that is being looked for; -1 before the root.
  private var step = -1
  /// The key of that step.
  private var key: [UInt8] = []
  /// The number of elements before the element of that step.
  private var left = 0
  /// True if the value of that step is the current value.
  private var isThere = true

  /// The depth at which the next event matters; -1 after the search has ended.
  private(set) var depth: Int
  /// The offset of the value, or of white space or the colon before it; nil until it is found.
  private(set) var start: Int?
  /// The offset after the value and white space; nil until the value ends.
  private(set) var end: Int?

  /// - Parameter steps: The path. Without steps, it finds nothing.
  init(_ steps: [JSONStep]) {
    self.steps = steps
    depth = steps.isEmpty ? -1 : 0
  }

  /// The size of the longest key in the path, in bytes.
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
    // Escapes are not decoded here, so the key could be the one in the path.
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
    // Only an object or array can have more steps.
    guard step + 1 == steps.count else { return giveUp() }
    end = offset
    depth = -1
  }

  private mutating func giveUp() {
    depth = -1
    start = nil
  }
}
