import JSONDocument
import OKitStorage

/// The content of a `Localizable.strings` file, in any form that Xcode writes.
struct StringsFile {
  /// The maximum size in bytes: more than any app needs, but small enough for memory.
  static let maximumSize = 16 << 20

  /// The texts by key. The last of repeated keys counts, as in the app.
  let texts: [ExactText: String]

  /// Parses the text syntax or an XML property list, each in UTF-8 or UTF-16, or a binary property list.
  ///
  /// Throws an error of kind `malformed` that names the file `path`, with the line if the file has lines.
  init(parsing bytes: [UInt8], path: FilePath) throws {
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
      // If the file is not valid text, count the lines in its bytes.
      throw OKitError(.malformed, error.detail, at: Self.place(of: offset, in: text.isEmpty ? bytes : text, path: path))
    }
  }

  private static func place(of offset: Int, in text: [UInt8], path: FilePath) -> OKitError.Place {
    let before = text[..<min(offset, text.count)]
    let lineStart = before.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
    // UTF-8 continuation bytes do not count as columns.
    let column = before[lineStart...].count { $0 & 0xc0 != 0x80 } + 1
    return OKitError.Place(path: path, line: before.count { $0 == UInt8(ascii: "\n") } + 1, column: column)
  }
}
