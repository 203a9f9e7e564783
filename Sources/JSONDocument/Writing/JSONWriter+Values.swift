extension JSONWriter {
  /// Returns the bytes of a value without white space. Keys, their order, strings and numbers keep their text.
  package static func compact(_ value: JSONValue) -> [UInt8] { format(value, .compact) }

  /// Returns the bytes of a value with a line for each member and element, in the layout of jq but without a line feed at the end. Keys, their
  /// order, strings and numbers keep their text.
  package static func pretty(_ value: JSONValue) -> [UInt8] { format(value, .pretty) }

  private static func format(_ value: JSONValue, _ style: JSONStyle) -> [UInt8] {
    var bytes: [UInt8] = []
    // Reserving only once, because an array that reserves for each value grows by just that much and copies its content each time.
    bytes.reserveCapacity(value.range.count)
    append(value, style, to: &bytes)
    return bytes
  }

  /// Appends a value in pieces, to avoid a second copy of a large value.
  ///
  /// - Parameter margin: The indentation of the line in which the value begins.
  static func append(_ value: JSONValue, _ style: JSONStyle, margin: [UInt8] = [], to bytes: inout [UInt8]) {
    let value = value.snapshot
    let output = JSONBytes(
      capacity: min(value.range.count, pieceSize) + 4096, secret: value.document.bytes.isSecret)
    var formatter = Formatter(value, style, margin: margin)
    var hasMore = true
    while hasMore {
      output.removeAll()
      hasMore = formatter.write(to: output, limit: pieceSize)
      output.withUnsafeBytes { bytes.append(contentsOf: $0) }
    }
  }

  static let pieceSize = 65536
}
