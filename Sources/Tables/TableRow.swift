package import JSONDocument

/// A heading of a table.
package struct TableHeading: Sendable {
  /// The text.
  package let text: String
  /// The place of the heading; for JSON, of the first row that has it.
  package let position: TablePosition
}

/// The value of a row in one column.
package enum TableCell: Sendable {
  /// The row says nothing about the column: a member that an object lacks.
  case missing
  /// No value: an empty field, or null.
  case absent
  /// A text of a delimited file.
  case text(String)
  /// A value of a JSON file.
  case json(JSONValue)
}

/// A row of a table.
package struct TableRow: Sendable {
  /// The line in which the row begins, starting at 1.
  package let line: Int
  private let content: Content

  private enum Content {
    case fields([DelimitedField], DelimitedField.Source, start: Int)
    case object(JSONValue, [String], isLine: Bool)
  }

  init(_ fields: [DelimitedField], of source: DelimitedField.Source, start: Int, line: Int) {
    content = .fields(fields, source, start: start)
    self.line = line
  }

  /// - Parameter isLine: True if the object's document is only a line of the file.
  init(_ object: JSONValue, keys: [String], line: Int, isLine: Bool) {
    content = .object(object, keys, isLine: isLine)
    self.line = line
  }

  /// Returns the value in a column, by the index of its heading.
  package func cell(_ column: Int) -> TableCell {
    switch content {
    case .fields(let fields, let source, _):
      let field = fields[column]
      return field.isAbsent ? .absent : .text(source.text(of: field))
    case .object(let object, let keys, _):
      guard let value = object[keys[column]] else { return .missing }
      return value.isNull ? .absent : .json(value)
    }
  }

  /// True for a text of tab-separated values with escapes that is wrapped in quotes, which belong to it. Another program can have meant them
  /// otherwise; okit writes a backslash before the first one.
  package func hasOuterQuotes(_ column: Int) -> Bool {
    guard case .fields(let fields, let source, _) = content else { return false }
    let field = fields[column]
    return field.form == .plain && field.range.count > 1 && source.bytes[field.range.lowerBound] == DelimitedField.quote
      && source.bytes[field.range.upperBound - 1] == DelimitedField.quote
  }

  /// Returns the place of the value in a column; that of the row if it has none.
  package func position(of column: Int) -> TablePosition {
    switch content {
    case .fields(let fields, let source, let start):
      return TablePosition(of: fields[column].start, in: source.bytes, from: start, line: line)
    case .object(let object, let keys, let isLine):
      let position = object.document.position(of: (object[keys[column]] ?? object).range.lowerBound)
      return TablePosition(line: isLine ? line : position.line, column: position.column)
    }
  }

  /// The place of the row.
  package var position: TablePosition {
    switch content {
    case .fields: return TablePosition(line: line, column: 1)
    case .object(let object, _, let isLine):
      let position = object.document.position(of: object.range.lowerBound)
      return TablePosition(line: isLine ? line : position.line, column: position.column)
    }
  }
}
