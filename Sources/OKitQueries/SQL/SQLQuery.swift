import Bindings
package import OKitModels
import OKitStorage
import SQLite

/// A question in SQL about the models of a workspace. It can only read.
package struct SQLQuery {
  /// The statement.
  package let sql: String
  /// The values of parameters such as `:name`, by their names.
  package var parameters: [(name: String, value: String)] = []
  /// True if two columns cannot have the same name, as in JSON.
  package var needsDistinctTitles = false
  /// Runs what it is given, without anything else that a signal may not interrupt.
  package var whileCalculating: ((_ body: () throws -> ResultTable) throws -> ResultTable) = { try $0() }
  /// True for numbers as people read them, with 15 significant digits.
  package var isForPeople = false
  /// The time after which the query ends with an error, with its text; nil for no limit.
  package var timeLimit: (duration: Duration, text: String)?

  /// The most bytes of memory that SQLite may use.
  package static let memoryLimit: Int64 = 1 << 30

  /// A query with the text `sql`.
  package init(_ sql: String) {
    self.sql = sql
  }

  /// True if the text ends with a whole statement and its semicolon.
  package static func isComplete(_ text: String) -> Bool { Database.isComplete(text) }

  /// Returns the rows that the query asks for.
  ///
  /// Throws errors of kind `usage` (the text is not one statement that reads, or a parameter is missing or unknown), `malformed` (the values do not
  /// allow the calculation), `busy` (the query takes too long), `inputOutput` (it needs too much memory), and the errors of reading models.
  package func run(in workspace: Workspace) throws -> ResultTable {
    // The time for typing a passphrase does not count.
    try workspace.prepareKeys()
    let deadline = timeLimit.map { Deadline(after: $0.duration) }
    let check = {
      try workspace.observer.advanced(byBytes: 0)
      if let timeLimit, deadline?.isPast == true {
        throw OKitError(.busy, "the query takes longer than \(timeLimit.text)")
      }
    }
    let (prepared, result) = try workspace.readingEntities { store in
      let prepared = try PreparedQuery(self, RelationalData(store, check: check))
      // The bytes of attachments are read when the query needs them, so their files must not change until it ends.
      return (prepared, prepared.readsFiles ? try whileCalculating(prepared.result) : nil)
    }
    return try result ?? whileCalculating(prepared.result)
  }
}
