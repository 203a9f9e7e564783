extension JSONWriter {
  /// The bytes of a value without white space. Keys, their order, texts and numbers stay as they are.
  public static func compact(_ value: JSONValue) -> [UInt8] { format(value, .compact) }

  /// Writes a value without white space, in pieces of about 64 KiB. Keys, their order, texts and numbers stay as they are.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - body: Gets the pieces, which must not be kept beyond it.
  /// - Throws: What the closure throws.
  public static func compact<Failure: Error>(
    _ value: JSONValue, to body: (UnsafeRawBufferPointer) throws(Failure) -> Void
  ) throws(Failure) {
    try format(value, .compact, to: body)
  }

  /// The bytes of a value with a line for each member and element, laid out as by jq, without a line feed at the end. Keys, their order,
  /// texts and numbers stay as they are.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - indent: The number of spaces for a level.
  public static func pretty(_ value: JSONValue, indent: Int = 2) -> [UInt8] { format(value, .pretty(indent: indent)) }

  /// Writes a value with a line for each member and element, in pieces of about 64 KiB, without a line feed at the end. Keys, their order,
  /// texts and numbers stay as they are.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - indent: The number of spaces for a level.
  ///   - body: Gets the pieces, which must not be kept beyond it.
  /// - Throws: What the closure throws.
  public static func pretty<Failure: Error>(
    _ value: JSONValue, indent: Int = 2, to body: (UnsafeRawBufferPointer) throws(Failure) -> Void
  ) throws(Failure) {
    try format(value, .pretty(indent: indent), to: body)
  }

  private static func format(_ value: JSONValue, _ style: JSONStyle) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(value.range.count)
    format(value, style) { bytes.append(contentsOf: $0) }
    return bytes
  }

  private static func format<Failure: Error>(
    _ value: JSONValue, _ style: JSONStyle, to body: (UnsafeRawBufferPointer) throws(Failure) -> Void
  ) throws(Failure) {
    let value = value.settled
    let output = JSONBytes(capacity: pieceSize + 4096, secret: value.document.bytes.isSecret)
    var formatter = Formatter(value, style)
    var hasMore = true
    while hasMore {
      output.removeAll()
      hasMore = formatter.write(to: output, limit: pieceSize)
      try output.withUnsafeBytes(body)
    }
  }

  static let pieceSize = 65536
}
