/// How JSON is laid out: everything about it that is not its content.
struct JSONStyle: Equatable {
  /// Whether each member and each element has a line of its own.
  var isMultiline: Bool
  /// What ends a line.
  var newline: [UInt8] = Array("\n".utf8)
  /// The indentation of one level.
  var indentation: [UInt8] = Array("  ".utf8)
  /// What is between a key and its value.
  var colon: [UInt8]
  /// What is between two values of a line.
  var comma: [UInt8] = Array(",".utf8)

  /// No white space at all.
  static let compact = JSONStyle(isMultiline: false, colon: Array(":".utf8))

  /// A line for each value and a space after colons, as jq does it.
  static let pretty = JSONStyle(isMultiline: true, colon: Array(": ".utf8))
}
