/// A position in a JSON text.
///
/// Columns count Unicode scalars, like compilers and most editors do. Byte columns would be wrong after the first umlaut, and grapheme
/// clusters depend on the version of Unicode. Lines end with a line feed. A byte order mark has no column.
package struct JSONPosition: Hashable, Sendable {
  /// The line, starting at 1.
  package let line: Int

  /// The column in Unicode scalars, starting at 1.
  package let column: Int

  /// The offset in bytes, including a byte order mark.
  package let offset: Int

  /// Creates a position.
  package init(line: Int, column: Int, offset: Int) {
    self.line = line
    self.column = column
    self.offset = offset
  }

  /// Finds the line and column of a byte. The byte must not be inside of a scalar. Takes time proportional to the offset.
  init(offset: Int, in text: UnsafeRawBufferPointer) {
    self = Self.start(of: text).advanced(to: offset, in: text)
  }

  /// Returns the position of the first character. A byte order mark has no column.
  static func start(of text: UnsafeRawBufferPointer) -> JSONPosition {
    JSONPosition(line: 1, column: 1, offset: text.starts(with: byteOrderMark) ? byteOrderMark.count : 0)
  }

  /// Returns the position of a later byte. The byte must not be inside of a scalar. Takes time proportional to the distance.
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

/// True for the second and later bytes of a UTF-8 sequence.
@inline(__always)
func isContinuation(_ byte: UInt8) -> Bool { byte & 0xC0 == 0x80 }
