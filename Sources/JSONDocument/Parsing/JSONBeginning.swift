extension JSONDocument {
  /// Parses the beginning of a text whose rest is not at hand: what stands whole in it, as if all that is open ended behind that.
  ///
  /// - Parameter bytes: The first bytes of the text; what is not whole is cut off, and what is open is closed.
  /// - Throws: ``JSONError`` with the first place where they are not JSON.
  package convenience init(parsingBeginning bytes: JSONBytes) throws(JSONError) {
    Self.close(bytes)
    try self.init(parsing: bytes)
  }

  private static func close(_ bytes: JSONBytes) {
    let text = bytes.buffer
    /// What would end the values that are open.
    var open: [UInt8] = []
    /// Everything in front of it is whole. Whatever changes `open` also moves it.
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

  /// The place of the quote that ends a string, or the end of the text.
  private static func endOfString(from start: Int, in text: UnsafeRawBufferPointer) -> Int {
    var index = start
    while index < text.count, text[index] != UInt8(ascii: "\"") {
      index += text[index] == UInt8(ascii: "\\") ? 2 : 1
    }
    return index
  }
}
