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
        guard left.count == right.count else { return false }
        for (own, their) in zip(left.elements, right.elements) where !own.hasSameShortText(as: their) {
          open.append((own, their))
        }
      case .object:
        guard let pairs = left.pairs(with: right) else { return false }
        for (own, their) in pairs where !own.hasSameShortText(as: their) { open.append((own, their)) }
      }
    }
    return true
  }

  /// True if both values have the same bytes.
  package func hasSameBytes(as other: JSONValue) -> Bool {
    withRawBytes { own in other.withRawBytes { own.hasBytes(equalTo: $0) } }
  }

  /// True if both values have the same bytes, and so few that it takes no time to compare them at each level of nesting.
  private func hasSameShortText(as other: JSONValue) -> Bool {
    !document.isChanged && !other.document.isChanged && range.count == other.range.count && range.count <= 1024
      && hasSameBytes(as: other)
  }

  private func isSameNumber(as other: JSONValue) -> Bool {
    if let number = int, let otherNumber = other.int { return number == otherNumber }
    // The nearest floating-point numbers of integers beyond 64 bits are not compared, because different integers can share one.
    guard int == nil, other.int == nil, let number = double, number == other.double else { return false }
    return number != number.rounded()
  }

  /// Returns the values of two objects that have the same key; nil if a key is only in one of them.
  private func pairs(with other: JSONValue) -> [(JSONValue, JSONValue)]? {
    if isSmallAndUnchanged, other.isSmallAndUnchanged {
      var pairs: [(JSONValue, JSONValue)]? = []
      pairMembers(with: other) { own, their in
        if let own, let their {
          if own.isFirst, their.isFirst { pairs?.append((own.value, their.value)) }
        } else if (own ?? their)?.isFirst == true {
          pairs = nil
        }
      }
      return pairs
    }
    let (ours, theirs) = (membersByKey, other.membersByKey)
    guard ours.count == theirs.count else { return nil }
    var pairs: [(JSONValue, JSONValue)] = []
    for (key, value) in ours {
      guard let match = theirs[key] else { return nil }
      pairs.append((value, match))
    }
    return pairs
  }

  /// True for an object with few members in a document without edits.
  private var isSmallAndUnchanged: Bool { !document.isChanged && hasFewMembers }

  private var membersByKey: [[UInt8]: JSONValue] {
    Dictionary(members.map { (Array($0.key.string.utf8), $0.value) }) { first, _ in first }
  }
}
