import JSONDocument
import OKitModels
import OKitStorage
package import Tables

extension EditSession {
  /// Changes the elements of an array as the rows of `table` say: the values of elements that have the key of a row, and new elements at the end for
  /// other rows. A value that is equal to that of the row keeps its bytes.
  ///
  /// An empty cell removes an optional value, and leaves the default of a new element. `file` names the table in messages.
  ///
  /// Throws the errors of the other edits. `EditError` names the line and the column of a row.
  package func importRows(_ request: RowImport, from table: TableFile, named file: String) throws -> RowImportResult {
    // An empty array of JSON has no rows and names no columns.
    if table.headings.isEmpty {
      guard !request.removesOthers else { throw RowImportRun.noRows(in: file) }
      return RowImportResult()
    }
    do {
      return try RowImportRun(self, request, table, file: file).run()
    } catch let error as TableError {
      throw error.located(in: file)
    }
  }

  /// Removes elements of an array, with everything that depends on them.
  func removeElements(_ elements: [JSONValue], of array: JSONValue) throws {
    for element in elements { removedEntities.note(element, store) }
    noteTouched(array)
    try change(array) { try array.removeItems(Set(elements)) }
  }
}

extension TableError {
  /// Returns the error of kind `malformed` with the name of the file and the place.
  package func located(in file: String) -> EditError {
    EditError(
      label: "\(file):\(position.line):\(position.column)",
      underlying: OKitError(.malformed, message, remedy: hint.map { .words($0) }))
  }
}
