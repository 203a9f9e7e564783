package import Bindings
package import OKitModels

extension ModelValues {
  /// Returns the rows that `query` asks for.
  ///
  /// Throws the errors of ``values(of:)``, and errors of kind `usage` if the path does not lead to an array, and `notFound` if there is no such class.
  package func list(_ query: ListQuery) throws -> ResultTable {
    try reading {
      try ListEvaluation(query, ListRows(query.source, self)).list()
    }
  }

  /// Returns the number of rows, and the numbers of rows of groups if rows are grouped. Throws the errors of ``list(_:)``.
  package func counts(of query: ListQuery) throws -> (rows: Int, groups: [ResultTable.Group]?) {
    try reading {
      let selection = try ListEvaluation(query, ListRows(query.source, self)).selection()
      return (selection.values.count, selection.groups)
    }
  }

  /// Returns the values in the cells of a list, row by row, each with its model and path, which okit accepts as input.
  ///
  /// Throws the errors of ``list(_:)``.
  package func cells(
    of query: ListQuery
  ) throws -> [(value: BoundValue, place: (model: ModelName, path: String))] {
    try reading {
      let rows = try ListRows(query.source, self)
      let evaluation = try ListEvaluation(query, rows)
      let readers = evaluation.cellReaders()
      var values: [BoundValue] = []
      for row in try evaluation.selection().orderedValues {
        try rows.checkInterruption()
        for reader in readers { values += try reader.matches(from: row) }
      }
      let start = try rows.context.model ?? store.startModel(nil)
      return Array(zip(values, try store.places(of: values, from: start)))
    }
  }
}
