/// JSON that people edit: it may have comments (`//` to the end of the line, `/*` to `*/`), and a comma after the last member or element.
package enum CommentedJSON {
  /// Parses a text.
  ///
  /// - Parameters:
  ///   - text: The text in UTF-8.
  ///   - secret: True to wipe the document's copy of the text when it is freed.
  /// - Throws: ``JSONError``. Its offset is that of the byte in `text`.
  package static func document(parsing text: [UInt8], secret: Bool = false) throws(JSONError) -> JSONDocument {
    try JSONDocument(parsing: JSONBytes(blanked(text), secret: secret))
  }

  /// Returns a text of the same length with spaces in place of comments and final commas. All other bytes keep their places.
  ///
  /// A comment that does not end stays, so that the parser reports its place.
  package static func blanked(_ text: [UInt8]) -> [UInt8] {
    var scan = Scan(text)
    scan.run()
    return scan.bytes
  }

  /// Returns the offset behind the comma that follows a value, which ends at `offset`; `offset` if no comma follows.
  package static func endOfMember(_ offset: Int, in text: [UInt8]) -> Int {
    var scan = Scan(text, from: offset)
    return scan.skipsToComma() ? scan.position + 1 : offset
  }

  private struct Scan {
    var bytes: [UInt8]
    private(set) var position: Int
    /// The last byte outside of comments that is not white space; 0 at the beginning.
    private var last: UInt8 = 0
    /// The place of a comma that follows a value and is the last such byte.
    private var comma: Int?

    init(_ text: [UInt8], from position: Int = 0) {
      bytes = text
      self.position = position
    }

    /// Goes to the next byte outside of comments that is not white space. Returns true if it is a comma.
    mutating func skipsToComma() -> Bool {
      while position < bytes.count {
        switch bytes[position] {
        case UInt8(ascii: "/") where blankComment(): break
        case let byte where byte.isJSONSpace: position += 1
        case let byte: return byte == UInt8(ascii: ",")
        }
      }
      return false
    }

    mutating func run() {
      while position < bytes.count {
        switch bytes[position] {
        case UInt8(ascii: "\""): skipString()
        case UInt8(ascii: "/") where blankComment(): break
        case let byte where byte.isJSONSpace: position += 1
        case let byte: take(byte)
        }
      }
    }

    private mutating func take(_ byte: UInt8) {
      switch byte {
      case UInt8(ascii: ","):
        comma =
          [0, UInt8(ascii: ","), UInt8(ascii: ":"), UInt8(ascii: "["), UInt8(ascii: "{")].contains(last)
          ? nil : position
      case UInt8(ascii: "]"), UInt8(ascii: "}"):
        if let comma { bytes[comma] = UInt8(ascii: " ") }
        comma = nil
      default: comma = nil
      }
      last = byte
      position += 1
    }

    /// Goes behind a string. A string that does not end in its line is not valid, and what follows it can be a comment.
    private mutating func skipString() {
      (comma, last) = (nil, UInt8(ascii: "\""))
      position += 1
      while position < bytes.count {
        switch bytes[position] {
        case UInt8(ascii: "\""):
          position += 1
          return
        case UInt8(ascii: "\n"): return
        case UInt8(ascii: "\\") where position + 1 < bytes.count && bytes[position + 1] != UInt8(ascii: "\n"):
          position += 2
        default: position += 1
        }
      }
    }

    /// Blanks the comment at the position and goes behind it. Returns false if there is none.
    private mutating func blankComment() -> Bool {
      guard position + 1 < bytes.count else { return false }
      var end: Int
      switch bytes[position + 1] {
      case UInt8(ascii: "/"):
        end = bytes[position...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
      case UInt8(ascii: "*"):
        end = position + 2
        while end + 1 < bytes.count, bytes[end] != UInt8(ascii: "*") || bytes[end + 1] != UInt8(ascii: "/") { end += 1 }
        guard end + 1 < bytes.count else { return false }
        end += 2
      default: return false
      }
      for place in position..<end where bytes[place] != UInt8(ascii: "\n") { bytes[place] = UInt8(ascii: " ") }
      position = end
      return true
    }
  }
}
