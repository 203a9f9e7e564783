/// A place in the text of a table.
package struct TablePosition: Equatable, Sendable {
  /// The line, starting at 1.
  package let line: Int
  /// The column in Unicode scalars, starting at 1.
  package let column: Int

  /// Creates a position.
  package init(line: Int, column: Int) {
    self.line = line
    self.column = column
  }

  /// The position of the byte at `offset`. `start` is the offset of an earlier byte at the beginning of the line `line`.
  init(of offset: Int, in bytes: [UInt8], from start: Int = 0, line: Int = 1) {
    var position = (line: line, column: 1)
    for byte in bytes[start..<min(offset, bytes.count)] {
      if byte == 0x0A {
        position = (position.line + 1, 1)
      } else if byte & 0xC0 != 0x80 {
        position.column += 1
      }
    }
    self.init(line: position.line, column: position.column)
  }
}

/// The reason why a text is not a table.
package struct TableError: Error, Equatable, Sendable {
  /// The reason, in lower case and without a full stop.
  package let message: String
  /// The next step; nil if the message says enough.
  package let hint: String?
  /// The first place that is not valid.
  package let position: TablePosition

  init(_ message: String, at position: TablePosition, hint: String? = nil) {
    self.message = message
    self.hint = hint
    self.position = position
  }
}
