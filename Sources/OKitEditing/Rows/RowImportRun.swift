import Bindings
import Definitions
import JSONDocument
import OKitModels
import OKitStorage
import Tables

/// Changes the elements of an array as the rows of a table say.
final class RowImportRun {
  let session: EditSession
  let request: RowImport
  let table: TableFile
  private let file: String
  let target: RowTarget
  let columns: RowColumns
  var result = RowImportResult()
  /// The elements by their keys; nil for a key that several elements have.
  private var elements: [RowKey: JSONValue?] = [:]
  /// The number of elements without a key, which no row can name.
  private var keyless = 0
  /// The lines of the keys that were read.
  private var lines: [RowKey: Int] = [:]
  /// The elements that rows name.
  private var named: Set<JSONValue> = []
  /// True once a warning of a text in quotes was given.
  private var hasWarnedOfQuotes = false

  init(_ session: EditSession, _ request: RowImport, _ table: TableFile, file: String) throws {
    self.session = session
    self.request = request
    self.table = table
    self.file = file
    target = try RowTarget(request.array, session)
    columns = try RowColumns(
      request, table, file: file, elements: target.elements, class: target.className, session)
    for element in target.elements {
      try session.workspace.observer.advanced(byBytes: 0)
      guard let key = try columns.key.key(of: element) else {
        keyless += 1
        continue
      }
      if elements.updateValue(element, forKey: key) != nil { elements.updateValue(nil, forKey: key) }
    }
  }

  /// Throws `EditError` with the place of a value, and the errors of ``EditSession``.
  func run() throws -> RowImportResult {
    defer { session.line = nil }
    try table.forEachRow { row in
      try session.workspace.observer.advanced(byBytes: 0)
      session.line = EditItem.Line(file: file, number: row.line)
      try take(row)
    }
    if request.removesOthers { try removeOthers() }
    return result
  }

  // MARK: - Rows

  private func take(_ row: TableRow) throws {
    let isEmpty = columns.all.allSatisfy { column in
      switch row.cell(column.index) {
      case .missing, .absent: true
      case .text, .json: false
      }
    }
    // Spreadsheets write rows without values at the end.
    if isEmpty { return }
    try checkQuotes(row)
    guard let key = try located(row, columns.key, { try key(of: row) }) else { return try add(row) }
    if let line = lines.updateValue(row.line, forKey: key) {
      throw error(
        OKitError(.malformed, "the key \(shownKey(row)) is also in line \(line)"), row, columns.key)
    }
    switch elements[key] {
    case nil: try add(row)
    case .some(nil):
      throw error(
        OKitError(
          .malformed, "several elements have the key \(shownKey(row))",
          remedy: .words("use a key that is different in all elements")), row, columns.key)
    case .some(let element?):
      named.insert(element)
      try change(element, row)
    }
  }

  /// Warns once of a text that has quotes around it, which another program may have meant otherwise. A key with such quotes would name no element.
  private func checkQuotes(_ row: TableRow) throws {
    let advice = "if the quotes only enclose the text, put the headings in quotes, too"
    if row.hasOuterQuotes(columns.key.index) {
      throw error(
        OKitError(.malformed, "the key \(shownKey(row)) has quotes around it", remedy: .words(advice)), row, columns.key
      )
    }
    guard !hasWarnedOfQuotes, let column = columns.all.first(where: { row.hasOuterQuotes($0.index) }) else { return }
    hasWarnedOfQuotes = true
    let position = row.position(of: column.index)
    session.workspace.observer.warned(
      "\(file):\(position.line):\(position.column): \(PathComponent.printable(row.cell(column.index).text.shortened(to: 40))) "
        + "is stored with its quotes; \(advice)")
  }

  /// Returns the key of a row; nil for a new element, whose id is chosen by okit.
  private func key(of row: TableRow) throws -> RowKey? {
    let column = columns.key
    let cell = row.cell(column.index)
    switch cell {
    case .missing, .absent:
      if let keys = column.keys, keys.count == 1, keys[0].isExactly("id") {
        guard keyless == 0 else {
          throw OKitError(
            .malformed, "the row has no id, and \(keyless) of the elements have none",
            remedy: .words("use another key, or give these elements an id"))
        }
        return nil
      }
      throw OKitError(.malformed, "the row has no \(PathComponent.printable(column.heading.text)), which is its key")
    case .text, .json:
      guard column.keys != nil else { return RowKey(text: cell.text) }
      if column.isReference, let id = try referredID(cell, column) { return RowKey(id: id) }
      guard let json = try column.json(cell, stored: nil, session) else {
        throw OKitError(.malformed, "\(PathComponent.printable(column.heading.text)) is the key and needs a value")
      }
      return column.key(json)
    }
  }

  private func shownKey(_ row: TableRow) -> String {
    PathComponent.printable(row.cell(columns.key.index).text.shortened(to: 40))
  }

  func located<Result>(_ row: TableRow, _ column: RowColumn, _ body: () throws -> Result) throws -> Result {
    do {
      return try body()
    } catch {
      throw self.error(error, row, column)
    }
  }

  func error(_ error: any Error, _ row: TableRow, _ column: RowColumn) -> EditError {
    let position = row.position(of: column.index)
    var cause = error
    // The file is wrong if it names something that is not there.
    if let missing = error as? OKitError, missing.kind == .notFound {
      cause = OKitError(.malformed, missing.detail, remedy: missing.remedy)
    }
    return EditError(label: "\(file):\(position.line):\(position.column)", underlying: cause)
  }

  // MARK: - Adding and removing

  private func add(_ row: TableRow) throws {
    guard columns.key.keys != nil else {
      throw error(
        OKitError(.malformed, "no element has the key \(shownKey(row)), and a new one cannot have a computed key"), row,
        columns.key)
    }
    try requireSeparate(
      columns.all.filter { column in
        switch row.cell(column.index) {
        case .missing, .absent: false
        case .text, .json: true
        }
      }, row)
    let given = try NewRow()
    for column in columns.all {
      guard let keys = column.keys else { continue }
      try located(row, column) {
        let cell = row.cell(column.index)
        guard let json = try json(cell, column, stored: nil, target.array.value ?? target.array.container) else {
          return
        }
        try given.set(keys, to: json)
      }
    }
    try located(row, columns.key) {
      let json = try given.json
      let array = try target.existingArray(session)
      guard let new = try session.insert(.json(json), into: array, at: array.count) else { return }
      result.added += 1
      guard request.listsChanges else { return }
      result.changes.append(
        .init(
          action: .add, line: row.line, key: try columns.key.shown(of: new).text, id: new["id"]?.string, column: nil,
          old: nil, new: new.snapshot, oldText: "", newText: json.rawText))
    }
  }

  /// The error for a table without rows, which would remove all elements.
  static func noRows(in file: String) -> OKitError {
    OKitError(
      .usage, "\(file) has no rows, so that all elements would be removed",
      remedy: .words("use 'okit remove' to remove all elements"))
  }

  private func removeOthers() throws {
    let name = PathComponent.printable(request.key.description)
    guard !named.isEmpty || result.added > 0 else {
      throw Self.noRows(in: file)
    }
    let ambiguous = elements.values.count { $0 == nil }
    guard keyless == 0, ambiguous == 0 else {
      throw OKitError(
        .malformed,
        keyless > 0
          ? "\(keyless) of the elements have no \(name), so that no row can name them"
          : "several elements have the same \(name), so that no row can name them")
    }
    let others = target.elements.filter { !named.contains($0) }
    guard !others.isEmpty, let array = target.array.value else { return }
    if request.listsChanges {
      for element in others {
        result.changes.append(
          .init(
            action: .remove, line: nil, key: try columns.key.shown(of: element).text, id: element["id"]?.string,
            column: nil, old: element.snapshot, new: nil, oldText: element.snapshot.rawText, newText: ""))
      }
    }
    result.removed = others.count
    try session.removeElements(others, of: array)
  }
}

extension TableCell {
  /// The value as text; empty if there is none.
  var text: String {
    switch self {
    case .missing, .absent: ""
    case .text(let text): text
    case .json(let value): BindingValue.json(value).text
    }
  }
}
