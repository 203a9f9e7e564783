/// A place in a JSON text.
///
/// Columns count Unicode scalars, as compilers and most editors do: bytes would point beside the place after the first umlaut, and
/// grapheme clusters differ from one version of Unicode to the next. Lines end with a line feed. A byte order mark has no column.
package struct JSONPosition: Hashable, Sendable {
  /// The line, the first is 1.
  package let line: Int

  /// The column in Unicode scalars, the first is 1.
  package let column: Int

  /// The number of bytes before the place, a byte order mark included.
  package let offset: Int

  /// Makes a position from its parts.
  package init(line: Int, column: Int, offset: Int) {
    self.line = line
    self.column = column
    self.offset = offset
  }

  /// Finds line and column of a byte with which a scalar begins, or what is no scalar. Takes time in proportion to the offset.
  init(offset: Int, in text: UnsafeRawBufferPointer) {
    self = Self.start(of: text).advanced(to: offset, in: text)
  }

  /// The place of the first character; a byte order mark has no column.
  static func start(of text: UnsafeRawBufferPointer) -> JSONPosition {
    JSONPosition(line: 1, column: 1, offset: text.starts(with: byteOrderMark) ? byteOrderMark.count : 0)
  }

  /// The place of a later byte with which a scalar begins, or what is no scalar. Takes time in proportion to the distance.
  func advanced(to offset: Int, in text: UnsafeRawBufferPointer) -> JSONPosition {
    var line = line
    var column = column
    for byte in text[min(self.offset, offset)..<offset] {
      if byte == 0x0A {
        line &+= 1
        column = 1
      } else if !isContinuation(byte) {
        column &+= 1
      }
    }
    return JSONPosition(line: line, column: column, offset: offset)
  }
}

/// U+FEFF in UTF-8, which RFC 8259 (8.1) lets a parser ignore.
let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

/// Whether a byte is the second or a later one of a UTF-8 sequence.
@inline(__always)
func isContinuation(_ byte: UInt8) -> Bool { byte & 0xC0 == 0x80 }
