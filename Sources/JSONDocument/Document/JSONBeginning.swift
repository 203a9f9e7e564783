extension JSONDocument {
  /// Parses the beginning of a text without its rest. Keeps the values that are complete, as if all open arrays and objects ended after them.
  ///
  /// - Parameter bytes: The first bytes of the text. Incomplete values are removed, and open arrays and objects are closed.
  /// - Throws: ``JSONError`` with the first position that is not valid JSON.
  package convenience init(parsingBeginning bytes: JSONBytes) throws(JSONError) {
    Self.close(bytes)
    try self.init(parsing: bytes)
  }

  private static func close(_ bytes: JSONBytes) {
    let text = bytes.buffer
    /// The brackets that would close the open arrays and objects.
    var open: [UInt8] = []
    /// Everything before this offset is complete. Each change of `open` also changes it.
    var end = 0
    var index = 0
    while index < text.count {
      switch text[index] {
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        open.append(text[index] + 2)
        end = index + 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        _ = open.popLast()
        end = index + 1
      case UInt8(ascii: ","): end = index
      case UInt8(ascii: "\""): index = endOfString(from: index + 1, in: text)
      default: break
      }
      index += 1
    }
    bytes.cut(to: end)
    bytes.append(open.reversed())
  }

  /// Returns the offset of the quote that ends a string, or the end of the text.
  private static func endOfString(from start: Int, in text: UnsafeRawBufferPointer) -> Int {
    var index = start
    while index < text.count, text[index] != UInt8(ascii: "\"") {
      index += text[index] == UInt8(ascii: "\\") ? 2 : 1
    }
    return index
  }
}
