import Bindings
import Definitions
import JSONDocument
import OKitModels
import OKitStorage
import Tables

/// Changes existing elements, and converts the values of cells.
extension RowImportRun {
  func change(_ element: JSONValue, _ row: TableRow) throws {
    // What one column stores must not look like a change of another one.
    let differing = try columns.all.filter { column in
      try column !== columns.key && located(row, column) { try !isUnchanged(row.cell(column.index), column, element) }
    }
    try requireSeparate(differing, row)
    var isChanged = false
    for column in differing {
      let cell = row.cell(column.index)
      try located(row, column) {
        let oldText = try request.listsChanges ? column.text(of: element) : ""
        let old = try request.listsChanges ? column.stored(of: element)?.snapshot : nil
        guard try set(cell, column, element) else { return }
        isChanged = true
        guard request.listsChanges else { return }
        result.changes.append(
          .init(
            action: .change, line: row.line, key: try columns.key.shown(of: element).text,
            id: element["id"]?.string, column: column.binding.description, old: old,
            new: try column.stored(of: element)?.snapshot, oldText: oldText, newText: try column.text(of: element)))
      }
    }
    if isChanged { result.changed += 1 } else { result.unchanged += 1 }
  }

  /// True if a cell is what a list shows for the present value, so that values that cannot be typed stay the same.
  private func isUnchanged(_ cell: TableCell, _ column: RowColumn, _ element: JSONValue) throws -> Bool {
    switch cell {
    case .missing: return true
    case .absent:
      // Spreadsheets write an empty text as an empty field.
      let shown = try column.shown(of: element)
      let isRequired = column.type?.isOptional == false
      return shown.isAbsent || shown.text.isEmpty && (!table.distinguishesEmptyText || isRequired)
    case .text(let text):
      let shown = try column.shown(of: element)
      return !shown.isAbsent && shown.text.isExactly(text)
    case .json(let value):
      return try column.stored(of: element).map { column.isSame($0, value) } ?? false
    }
  }

  /// Throws an error if two of the columns store something in the same place.
  func requireSeparate(_ columns: [RowColumn], _ row: TableRow) throws {
    for (number, column) in columns.enumerated() {
      guard let other = columns[..<number].first(where: { $0.contains(column) || column.contains($0) }) else {
        continue
      }
      throw error(
        OKitError(
          .malformed,
          "\(PathComponent.printable(column.heading.text)) and \(PathComponent.printable(other.heading.text)) change the same value",
          remedy: .words("use --map \(ShellWord.quoted(other.heading.text + "=")) to ignore one of them")), row, column)
    }
  }

  /// Stores the value of a cell. Returns false if the element already has it.
  private func set(_ cell: TableCell, _ column: RowColumn, _ element: JSONValue) throws -> Bool {
    guard let bound = try column.binding.matches(in: session.values(), from: element).first, let slot = bound.slot
    else {
      if case .absent = cell { return false }
      throw OKitError(
        .malformed, "cannot store \(PathComponent.printable(column.heading.text)): its parent object does not exist")
    }
    let old = slot.value
    if column.isReference, let reference = old, reference.kind == .object,
      let id = try referredID(cell, column) ?? emptiedID(cell, column)
    {
      if (reference["refKey"]?.string ?? "").isExactly(id) { return false }
      if column.targets == nil { try session.requireEntity(id, near: reference) }
      let key = reference["refKey"].map { BindingSlot.value($0) } ?? .member("refKey", of: reference)
      return try session.put(ValueText.quoted(id), in: key, .optional(.string))
    }
    guard let new = try json(cell, column, stored: old, element) else { return try clear(slot, column) }
    if let old, column.isSame(old, new) { return false }
    return try session.put(new, in: slot, column.type)
  }

  private func clear(_ slot: BindingSlot, _ column: RowColumn) throws -> Bool {
    guard let old = slot.value, !old.isNull else { return false }
    // The app chooses ids. An empty field means that the row does not know it.
    if session.isID(slot) { return false }
    let name = PathComponent.printable(column.heading.text)
    if !table.distinguishesEmptyText, column.type?.isOptional != true, old.kind == .string {
      return try session.put(ValueText.quoted(""), in: slot, column.type)
    }
    guard old.key != nil, column.type?.isOptional ?? true else {
      let isText = column.type?.unwrapped == .string
      throw OKitError(
        .malformed, "\(name) needs a value of type \(column.type.map(String.init(describing:)) ?? "")",
        remedy: isText ? .words("write \"\" for an empty text") : nil)
    }
    try session.removeMember(old)
    return true
  }

  // MARK: - Values

  /// Returns the JSON of a cell; nil if it is absent.
  func json(
    _ cell: TableCell, _ column: RowColumn, stored: JSONValue?, _ container: JSONValue?
  ) throws -> JSONValue? {
    if column.isReference, let id = try referredID(cell, column) {
      if column.targets == nil { try session.requireEntity(id, near: container) }
      return try session.reference(to: id)
    }
    return try column.json(cell, stored: stored, session)
  }

  /// Returns the id of the entity that a cell refers to; nil for an absent cell or the JSON of a reference.
  func referredID(_ cell: TableCell, _ column: RowColumn) throws -> String? {
    switch cell {
    case .missing, .absent: return nil
    case .json(let value) where value.kind == .object || value.kind == .array: return nil
    case .text(let text) where column.targets == nil:
      return (try? JSONDocument(parsing: text))?.root.kind == .object ? nil : text
    case .text, .json: return try column.targets?.id(of: cell.text) ?? cell.text
    }
  }

  /// Returns an empty id for an absent cell if the reference itself must stay.
  private func emptiedID(_ cell: TableCell, _ column: RowColumn) -> String? {
    if case .absent = cell, column.type?.isOptional != true || column.targets != nil { return "" }
    return nil
  }
}
