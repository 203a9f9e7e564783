extension JSONValue {
  /// True if both values have the same meaning. Strings are compared by their decoded text, numbers by their value, and objects by their members in
  /// any order; of duplicate keys the first counts. Does not recurse, and takes time proportional to both.
  package func isSame(as other: JSONValue) -> Bool {
    var open = [(self, other)]
    while let (left, right) = open.popLast() {
      guard left.kind == right.kind else { return false }
      switch left.kind {
      case .string:
        guard let text = right.string, left.hasString(equalTo: text) else { return false }
      case .number:
        guard left.rawText == right.rawText || left.isSameNumber(as: right) else { return false }
      case .bool:
        guard left.bool == right.bool else { return false }
      case .null: break
      case .array:
        let (ours, theirs) = (Array(left.elements), Array(right.elements))
        guard ours.count == theirs.count else { return false }
        open.append(contentsOf: zip(ours, theirs))
      case .object:
        let (ours, theirs) = (left.membersByKey, right.membersByKey)
        guard ours.count == theirs.count else { return false }
        for (key, value) in ours {
          guard let match = theirs[key] else { return false }
          open.append((value, match))
        }
      }
    }
    return true
  }

  private func isSameNumber(as other: JSONValue) -> Bool {
    if let number = int, let otherNumber = other.int { return number == otherNumber }
    // The nearest floating-point numbers of integers beyond 64 bits are not compared, because different integers can share one.
    guard int == nil, other.int == nil, let number = double, number == other.double else { return false }
    return number != number.rounded()
  }

  private var membersByKey: [[UInt8]: JSONValue] {
    Dictionary(members.map { (Array($0.key.string.utf8), $0.value) }) { first, _ in first }
  }
}
