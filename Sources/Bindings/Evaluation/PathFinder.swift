package import JSONDocument

/// Finds the paths of many values of one document in one pass over the containers around them.
///
/// An element does not know its index. Counting for each of many elements would take quadratic time.
package struct PathFinder {
  private struct Level {
    let container: JSONValue
    let step: BoundValue.Step?
    var members: JSONMembers.Iterator?
    var elements: JSONElements.Iterator?
    var ordinal = -1
    var key: JSONKey?
    var child: JSONValue?

    init(_ container: JSONValue, step: BoundValue.Step?) {
      self.container = container
      self.step = step
      if container.kind == .object { members = container.members.makeIterator() }
      if container.kind == .array { elements = container.elements.makeIterator() }
    }

    /// Goes to the next child. Returns false at the end.
    mutating func advance() -> Bool {
      ordinal += 1
      if let (key, value) = members?.next() {
        (self.key, child) = (key, value)
      } else if let value = elements?.next() {
        child = value
      } else {
        child = nil
      }
      return child != nil
    }

    var childStep: BoundValue.Step { key.map { .property($0.string) } ?? .index(ordinal) }
  }

  private var levels: [Level]

  /// A finder for values of `document`.
  package init(_ document: JSONDocument) {
    levels = [Level(document.root, step: nil)]
  }

  /// Returns the steps from the root to `value`.
  ///
  /// - Precondition: `value` is in the document and does not begin before the value of the previous call.
  package mutating func steps(to value: JSONValue) -> [BoundValue.Step] {
    let target = value.range.lowerBound
    while levels.count > 1, let last = levels.last, last.container.range.upperBound <= target { levels.removeLast() }
    while levels[levels.count - 1].container != value {
      let top = levels.count - 1
      while levels[top].child.map({ $0.range.upperBound <= target }) ?? true {
        guard levels[top].advance() else { preconditionFailure("the values are not in their order") }
      }
      guard let child = levels[top].child else { break }
      let step = levels[top].childStep
      if child == value { return levels.compactMap(\.step) + [step] }
      levels.append(Level(child, step: step))
    }
    return levels.compactMap(\.step)
  }
}
