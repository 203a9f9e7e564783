package import OKitModels
import OKitStorage
import SQLite

/// The tables that queries can use.
package enum SQLSchema {
  /// Returns the `CREATE TABLE` statements of the named tables, or of all without names, with the primary and foreign keys that the data of
  /// `workspace` meets.
  ///
  /// Throws an error of kind `notFound` if there is no such table, and the errors of reading models.
  package static func text(of names: [String] = [], in workspace: Workspace) throws -> String {
    try reading(workspace) { data in
      let tables = data.schema.tables
      let numbers = try names.map { name in
        guard let number = tables.firstIndex(where: { SQLName.folded($0.name) == SQLName.folded(name) }) else {
          throw OKitError(
            .notFound, "no table \(PathComponent.printable(name))",
            remedy: .candidates(tables.map(\.name), insteadOf: name))
        }
        return number
      }
      let definitions = try TableDefinitionText(data, data.rows(of: tables))
      return try (names.isEmpty ? Array(tables.indices) : numbers).map(definitions.text).joined(separator: "\n")
    }
  }

  /// Returns the names of all tables, each with the names of its columns, as SQL writes them. Throws the errors of reading models.
  package static func names(in workspace: Workspace) throws -> [(table: String, columns: [String])] {
    try reading(workspace) { data in
      data.schema.tables.map { (SQLName.written($0.name), $0.columns.map { SQLName.written($0.name) }) }
    }
  }

  private static func reading<Result>(
    _ workspace: Workspace, _ body: (RelationalData) throws -> Result
  ) throws -> Result {
    try workspace.readingEntities { store in
      try body(RelationalData(store) { try workspace.observer.advanced(byBytes: 0) })
    }
  }
}
