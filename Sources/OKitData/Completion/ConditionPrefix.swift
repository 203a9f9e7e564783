import Bindings

/// The beginning of a condition in brackets, up to the cursor.
struct ConditionPrefix {
  /// The start of the last comparison.
  private(set) var start: Int
  /// The start of the value that is compared with.
  private(set) var valueStart: Int
  /// The last comparison; nil if it has no operator yet.
  private(set) var comparison: PathPrefix.Comparison?

  /// Reads the condition behind the bracket at `bracket`.
  init(_ bytes: [UInt8], after bracket: Int) {
    start = bracket + 1
    valueStart = bytes.count
    var index = start
    while index < bytes.count {
      if bytes[index] == UInt8(ascii: "\"") {
        index = Self.end(ofString: index, bytes)
        continue
      }
      let isNegation = comparison == nil && Self.isNegation(at: index, after: start, bytes)
      let length = isNegation ? 1 : Self.logic(at: index, bytes)
      if length > 0 {
        comparison = nil
        start = Self.skipSpaces(index + length, bytes)
        index = max(start, index + length)
        continue
      }
      if let comparison, comparison.sign == ComparisonOperator.isIn.rawValue {
        // Each value of the list is completed by itself.
        if bytes[index] == UInt8(ascii: ",") { valueStart = Self.skipSpaces(index + 1, bytes) }
        index += 1
        continue
      }
      if comparison == nil, let opening = Self.list(at: index, bytes) {
        let property = String(decoding: bytes[start..<index], as: UTF8.self)
        comparison = .init(
          property: Self.trimmed(property), sign: ComparisonOperator.isIn.rawValue, isFirst: false)
        valueStart = Self.skipSpaces(opening + 1, bytes)
        index = valueStart
        continue
      }
      if comparison == nil, let sign = Self.sign(at: index, bytes) {
        let property = String(decoding: bytes[start..<index], as: UTF8.self)
        comparison = .init(
          property: Self.trimmed(property), sign: sign.rawValue, isFirst: start == bracket + 1)
        index = Self.skipSpaces(index + sign.rawValue.utf8.count, bytes)
        valueStart = index
        continue
      }
      index += 1
    }
  }

  private static func trimmed(_ text: String) -> String {
    String(text.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
  }

  private static func end(ofString start: Int, _ bytes: [UInt8]) -> Int {
    var index = start + 1
    while index < bytes.count, bytes[index] != UInt8(ascii: "\"") {
      index += bytes[index] == UInt8(ascii: "\\") ? 2 : 1
    }
    return min(index + 1, bytes.count)
  }

  /// True at the sign in front of a comparison that stands for its opposite.
  private static func isNegation(at index: Int, after start: Int, _ bytes: [UInt8]) -> Bool {
    bytes[index] == UInt8(ascii: "!") && bytes[start..<index].allSatisfy { $0 == UInt8(ascii: " ") }
      && !(index + 1 < bytes.count && bytes[index + 1] == UInt8(ascii: "="))
  }

  /// Returns the length of the sign at a position that begins a new comparison; 0 if there is none.
  private static func logic(at index: Int, _ bytes: [UInt8]) -> Int {
    if index + 1 < bytes.count, bytes[index] == bytes[index + 1], "&|".utf8.contains(bytes[index]) { return 2 }
    // A parenthesis after a name begins the parameter of a function.
    guard bytes[index] == UInt8(ascii: "(") else { return 0 }
    let before = bytes[..<index].last { $0 != UInt8(ascii: " ") }
    return before.map { "[(!&|".utf8.contains($0) } ?? false ? 1 : 0
  }

  private static func skipSpaces(_ start: Int, _ bytes: [UInt8]) -> Int {
    var index = start
    while index < bytes.count, bytes[index] == UInt8(ascii: " ") { index += 1 }
    return index
  }

  /// Returns the position of the parenthesis of `in (` if that begins at a position.
  private static func list(at index: Int, _ bytes: [UInt8]) -> Int? {
    guard bytes[index...].starts(with: " in".utf8) else { return nil }
    let opening = skipSpaces(index + 3, bytes)
    return opening < bytes.count && bytes[opening] == UInt8(ascii: "(") ? opening : nil
  }

  private static func sign(at index: Int, _ bytes: [UInt8]) -> ComparisonOperator? {
    for length in [2, 1] where index + length <= bytes.count {
      let text = String(decoding: bytes[index..<index + length], as: UTF8.self)
      if let sign = ComparisonOperator(rawValue: text), sign != .isIn { return sign }
    }
    return nil
  }
}
