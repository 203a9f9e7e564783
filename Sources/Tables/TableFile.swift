/// The rows of a CSV, TSV or JSON file.
///
/// The format comes from the content. JSON begins with a bracket: an array of objects, or lines that are objects. Otherwise the first line has the
/// headings. If it has a tab outside of quotes, the fields are separated by tabs, and otherwise by commas or semicolons. Tab-separated fields have
/// quotes if the text is in UTF-16, as spreadsheets write it, or if one of them was clearly quoted. Otherwise they have the escapes that okit writes.
/// Delimited files end lines with a line feed or with CRLF. All are in UTF-8 or UTF-16.
package struct TableFile: Sendable {
  /// The headings. Those of a delimited file are distinct and not empty.
  package let headings: [TableHeading]
  /// True if an empty text differs from an absent value. In tab-separated values with escapes, both are empty fields.
  package let distinguishesEmptyText: Bool
  private let content: Content
  /// The most columns of a table. A file without lines would have more.
  static let columnLimit = 4096

  private enum Content {
    case delimited(DelimitedReader)
    case objects([TableRow])
  }

  /// Reads the headings, and the rows of JSON.
  ///
  /// - Parameter isTabSeparated: True if the name of the file says so.
  /// - Throws: ``TableError``.
  package init(_ bytes: [UInt8], isTabSeparated: Bool = false) throws(TableError) {
    let text = try TableText(bytes)
    if !isTabSeparated, JSONRows.isJSON(text.bytes) {
      let rows = try JSONRows(text.bytes)
      headings = rows.headings
      content = .objects(rows.rows)
      distinguishesEmptyText = true
      return
    }
    let separator = isTabSeparated ? Separator.tab : Separator.found(in: text.bytes)
    let hasEscapes = separator == Separator.tab && !text.wasUTF16 && !Separator.hasQuotes(text.bytes)
    let style: DelimitedReader.Style = hasEscapes ? .escapes : .quotes
    var reader = DelimitedReader(text.bytes, separator: separator, style: style)
    headings = try reader.headings()
    content = .delimited(reader)
    distinguishesEmptyText = style == .quotes
  }

  /// Calls `body` with each row. Throws ``TableError`` at the first row that is not valid, and the errors of `body`.
  package func forEachRow(_ body: (TableRow) throws -> Void) throws {
    switch content {
    case .objects(let rows): try rows.forEach(body)
    case .delimited(var reader):
      while let row = try reader.next() { try body(row) }
    }
  }
}
