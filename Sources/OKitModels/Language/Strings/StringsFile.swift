import OKitStorage

/// What a `Localizable.strings` holds: texts by their keys, in whichever form Xcode leaves it.
struct StringsFile {
  /// More than any app says, and not too much to hold at once.
  static let maximumSize = 16 << 20

  /// The texts; of a key that is there twice the last one, as in the app.
  let texts: [ExactText: String]

  /// Reads the text syntax or an XML property list, each in UTF-8 or UTF-16, or a binary property list.
  ///
  /// `path` names the file in the error of kind `malformed`, which has the line where there are lines.
  init(parsing bytes: [UInt8], path: String) throws {
    guard bytes.count <= Self.maximumSize else {
      throw OKitError(.malformed, "\(path) is too large for a strings file")
    }
    var text: [UInt8] = []
    do throws(StringsFault) {
      if BinaryStrings.canRead(bytes) {
        texts = try BinaryStrings.texts(of: bytes)
        return
      }
      text = try StringsEncoding.utf8(of: bytes)
      texts = try XMLStrings.canRead(text) ? XMLStrings.texts(of: text) : PlainStrings.texts(of: text)
    } catch {
      guard let offset = error.offset else { throw OKitError(.malformed, "\(path): \(error.detail)") }
      // What is no text is shown by lines as far as it is one.
      throw OKitError(.malformed, error.detail, at: Self.place(of: offset, in: text.isEmpty ? bytes : text, path: path))
    }
  }

  private static func place(of offset: Int, in text: [UInt8], path: String) -> OKitError.Place {
    let before = text[..<min(offset, text.count)]
    let lineStart = before.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
    // Bytes that only go on with a scalar count as none.
    let column = before[lineStart...].count { $0 & 0xc0 != 0x80 } + 1
    return OKitError.Place(path: path, line: before.count { $0 == UInt8(ascii: "\n") } + 1, column: column)
  }
}
