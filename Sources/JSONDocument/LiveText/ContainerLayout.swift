/// The layout of an object or array, read from its bytes.
///
/// An item is a member (from its key to its value) or an element.
struct ContainerLayout {
  /// The white space between the opening bracket and the first item; nil if there is none.
  private(set) var lead: [UInt8]?
  /// The white space between the last item and the closing bracket.
  private(set) var tail: [UInt8] = []
  /// The comma between the first two items, with the white space around it.
  private(set) var firstSeparator: [UInt8]?
  /// The comma between the last two items, with the white space around it.
  private(set) var lastSeparator: [UInt8]?
  /// The colon with the white space around it.
  private(set) var colon: [UInt8]?
  /// The first and the last value; only the first one if the end was not read.
  private(set) var ends: [JSONValue] = []

  /// Reads the layout of the beginning and, with `withEnd`, of the end. Reading the end takes time proportional to the number of items.
  init(_ container: JSONValue, withEnd: Bool) {
    let document = container.document
    var last: JSONValue?
    var lastSeparatorRange: Range<Int>?
    for value in container.itemValues {
      if let last {
        let separator = last.range.upperBound..<value.itemStart
        if firstSeparator == nil { firstSeparator = Array(document.slice(separator)) }
        if !withEnd { return }
        lastSeparatorRange = separator
      } else {
        lead = Array(document.slice(container.range.lowerBound + 1..<value.itemStart))
        colon = value.key.map { Array(document.slice($0.range.upperBound..<value.range.lowerBound)) }
        ends.append(value)
      }
      last = value
    }
    if let last {
      tail = Array(document.slice(last.range.upperBound..<container.range.upperBound - 1))
      lastSeparator = lastSeparatorRange.map { Array(document.slice($0)) }
      ends.append(last)
    }
  }

  /// True if the first item is on its own line.
  var isMultiline: Bool { lead?.contains(0x0A) == true }

  /// The white space before the items in their lines.
  var itemMargin: [UInt8] { lead.map(Self.margin) ?? [] }

  /// The white space before the closing bracket in its line; nil if the bracket is not on its own line.
  var endMargin: [UInt8]? { tail.contains(0x0A) ? Self.margin(tail) : nil }

  /// The line ending; nil if there is only one line.
  var newline: [UInt8]? {
    guard let lead, let lineFeed = lead.firstIndex(of: 0x0A) else { return nil }
    return lineFeed > 0 && lead[lineFeed - 1] == 0x0D ? [0x0D, 0x0A] : [0x0A]
  }

  /// The indentation of one level; nil if it cannot be determined.
  var indentation: [UInt8]? {
    guard isMultiline, let endMargin, itemMargin.starts(with: endMargin) else { return nil }
    return Array(itemMargin.dropFirst(endMargin.count))
  }

  /// Returns the white space after the last line feed.
  private static func margin(_ space: [UInt8]) -> [UInt8] {
    Array(space[(space.lastIndex(of: 0x0A).map { $0 + 1 } ?? 0)...])
  }
}

extension JSONValue {
  /// The values of the members or elements.
  var itemValues: some Sequence<JSONValue> {
    let node = node
    let end = node.isContainer ? Int(node.link) : 0
    let step = node.kindBits == Node.object ? 1 : 0
    return sequence(state: index + 1) { position -> JSONValue? in
      if position >= end { return nil }
      let value = JSONValue(document: document, index: position + step)
      position = value.node.next(after: value.index)
      return value
    }
  }

  /// The offset of the first byte of the member or element with this value.
  var itemStart: Int { key?.range.lowerBound ?? range.lowerBound }
}
