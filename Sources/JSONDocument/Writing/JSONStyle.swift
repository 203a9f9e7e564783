/// The layout of JSON text.
struct JSONStyle: Equatable {
  /// True if each member and each element is on its own line.
  var isMultiline: Bool
  /// The line ending.
  var newline: [UInt8] = Array("\n".utf8)
  /// The indentation of one level.
  var indentation: [UInt8] = Array("  ".utf8)
  /// The text between a key and its value.
  var colon: [UInt8]
  /// The text between two values on the same line.
  var comma: [UInt8] = Array(",".utf8)

  /// No white space.
  static let compact = JSONStyle(isMultiline: false, colon: Array(":".utf8))

  /// A line for each value and a space after colons, like jq.
  static let pretty = JSONStyle(isMultiline: true, colon: Array(": ".utf8))
}
