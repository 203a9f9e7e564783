import JSONDocument

/// Reads comma-separated (RFC 4180) or tab-separated values, which ``DelimitedText`` writes.
struct DelimitedReader: Sendable {
  /// The way to write special characters.
  enum Style {
    /// Fields can be quoted. A quote in them is doubled.
    case quotes
    /// `\t`, `\n`, `\r`, `\\` and `\"`; quotes have no meaning.
    case escapes
  }

  private let source: DelimitedField.Source
  private let separator: UInt8
  private let style: Style
  private var offset = 0
  private var line = 1
  /// The number of fields of each row; nil before the headings are read.
  private var width: Int?

  init(_ bytes: [UInt8], separator: UInt8, style: Style) {
    source = DelimitedField.Source(bytes: bytes)
    self.separator = separator
    self.style = style
  }

  /// Returns the headings, which are the first row.
  mutating func headings() throws(TableError) -> [TableHeading] {
    guard let row = try next() else { throw TableError("the file is empty", at: TablePosition(line: 1, column: 1)) }
    guard let width, width <= TableFile.columnLimit else {
      throw TableError("more than \(TableFile.columnLimit) columns", at: TablePosition(line: 1, column: 1))
    }
    var headings: [TableHeading] = []
    var seen: Set<ExactText> = []
    for column in 0..<width {
      let position = row.position(of: column)
      guard case .text(let text) = row.cell(column), let trimmed = text.trimmed else {
        throw TableError("a heading is empty", at: position)
      }
      guard seen.insert(ExactText(trimmed)).inserted else {
        throw TableError("two columns have the heading '\(trimmed)'", at: position)
      }
      headings.append(TableHeading(text: trimmed, position: position))
    }
    return headings
  }

  /// Returns the next row; nil at the end. Empty lines are skipped if there are several columns.
  mutating func next() throws(TableError) -> TableRow? {
    while offset < source.bytes.count {
      let (start, first) = (offset, line)
      let fields = try fields()
      let row = TableRow(fields, of: source, start: start, line: first)
      guard let width else {
        width = fields.count
        return row
      }
      if fields.count == width { return row }
      if fields.count == 1, fields[0].isAbsent { continue }
      if fields.count > width {
        throw TableError(
          "\(fields.count) fields, but there are \(Self.columns(width))", at: row.position(of: width),
          hint: style == .quotes ? "write a text that contains a separator in quotes" : nil)
      }
      throw TableError(
        "\(fields.count == 1 ? "1 field" : "\(fields.count) fields"), but there are \(Self.columns(width))",
        at: position(of: fields[fields.count - 1].range.upperBound, start, first))
    }
    return nil
  }

  private static func columns(_ count: Int) -> String { count == 1 ? "1 column" : "\(count) columns" }

  private func position(of offset: Int, _ start: Int, _ line: Int) -> TablePosition {
    TablePosition(of: offset, in: source.bytes, from: start, line: line)
  }

  /// Reads the fields of a line. A quoted field can continue on the next one.
  private mutating func fields() throws(TableError) -> [DelimitedField] {
    let bytes = source.bytes
    let (start, first) = (offset, line)
    var fields: [DelimitedField] = []
    fields.reserveCapacity(width ?? 8)
    while true {
      let isQuoted = style == .quotes && offset < bytes.count && bytes[offset] == DelimitedField.quote
      fields.append(isQuoted ? try quoted(start, first) : try unquoted(start, first))
      guard offset < bytes.count else { return fields }
      let end = bytes[offset]
      offset += 1
      if end == separator { continue }
      if end == 0x0D {
        guard offset < bytes.count, bytes[offset] == 0x0A else {
          throw TableError(
            "a carriage return without a line feed", at: position(of: offset - 1, start, first),
            hint: style == .quotes
              ? "lines end with a line feed, or with both; write a text with a carriage return in quotes"
              : "lines end with a line feed, or with both; write a carriage return as \\r")
        }
        offset += 1
      }
      line += 1
      return fields
    }
  }

  private mutating func unquoted(_ start: Int, _ first: Int) throws(TableError) -> DelimitedField {
    let bytes = source.bytes
    let beginning = offset
    var form = DelimitedField.Form.plain
    while offset < bytes.count {
      let byte = bytes[offset]
      if byte == separator || byte == 0x0A || byte == 0x0D { break }
      if style == .quotes, byte == DelimitedField.quote {
        throw TableError(
          "a quote in a field that does not begin with one", at: position(of: offset, start, first),
          hint: "write the field in quotes, and the quotes in it twice")
      }
      if style == .escapes, byte == DelimitedField.backslash {
        guard offset + 1 < bytes.count, DelimitedField.escaped[bytes[offset + 1]] != nil else {
          throw TableError(
            "an unknown escape", at: position(of: offset, start, first),
            hint: "the escapes are \\t, \\n, \\r, \\\" and \\\\")
        }
        form = .escaped
        offset += 1
      }
      offset += 1
    }
    return DelimitedField(range: beginning..<offset, form: form)
  }

  private mutating func quoted(_ start: Int, _ first: Int) throws(TableError) -> DelimitedField {
    let bytes = source.bytes
    offset += 1
    let beginning = offset
    var form = DelimitedField.Form.quoted
    while true {
      guard offset < bytes.count else {
        throw TableError("a quoted field has no closing quote", at: position(of: beginning - 1, start, first))
      }
      if bytes[offset] == DelimitedField.quote {
        guard offset + 1 < bytes.count, bytes[offset + 1] == DelimitedField.quote else { break }
        form = .doubled
        offset += 1
      } else if bytes[offset] == 0x0A {
        line += 1
      }
      offset += 1
    }
    let field = DelimitedField(range: beginning..<offset, form: form)
    offset += 1
    guard offset == bytes.count || [separator, 0x0A, 0x0D].contains(bytes[offset]) else {
      throw TableError(
        "text after a closing quote", at: position(of: offset, start, first),
        hint: "write the quotes in a quoted field twice")
    }
    return field
  }
}

extension String {
  /// The text without spaces around it; nil if nothing is left.
  fileprivate var trimmed: String? {
    let isSpace: (Character) -> Bool = { $0 == " " || $0 == "\t" }
    let rest = drop(while: isSpace)
    guard let last = rest.lastIndex(where: { !isSpace($0) }) else { return nil }
    return String(rest[...last])
  }
}
