package import Bindings
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
  package var whileCalculating: (_ body: () throws -> Void) throws -> Void = { try $0() }
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
    var result: ResultTable?
    try run(in: workspace) { prepared in result = try prepared.result() }
    return result ?? ResultTable(titles: [], count: 0, columns: [])
  }

  /// Passes the rows that the query asks for to `output`, if possible while it runs.
  ///
  /// They are passed on after it if models are locked meanwhile, because a reader of the output could keep them locked, and with a limit of time,
  /// because the time of the reader does not count.
  ///
  /// Throws the errors of ``run(in:)`` and of `output`.
  package func run(in workspace: Workspace, _ output: some RowConsumer) throws {
    var result: ResultTable?
    try run(in: workspace, whileWaiting: output.passOn) { prepared in
      guard timeLimit == nil, !prepared.readsFiles else { return result = try prepared.result() }
      try output.begin(prepared.titles)
      do {
        try prepared.forEachRow { try output.add($0.map { BindingValue($0) }) }
      } catch {
        // The reader gets what was found. The error of the query counts, not one of the output.
        try? output.abort()
        throw error
      }
      try output.end()
    }
    guard let result else { return }
    try output.begin(result.titles)
    for row in 0..<result.count { try output.add(result.row(row)) }
    try output.end()
  }

  /// - Parameter whileWaiting: Called often while the query runs.
  private func run(
    in workspace: Workspace, whileWaiting: @escaping () throws -> Void = {}, _ body: (PreparedQuery) throws -> Void
  ) throws {
    // The time for typing a passphrase does not count.
    try workspace.prepareKeys()
    let deadline = timeLimit.map { Deadline(after: $0.duration) }
    let check = {
      try workspace.observer.advanced(byBytes: 0)
      try whileWaiting()
      if let timeLimit, deadline?.isPast == true {
        throw OKitError(.busy, "the query takes longer than \(timeLimit.text)")
      }
    }
    let prepared = try workspace.readingEntities { store in
      let prepared = try PreparedQuery(self, RelationalData(store, check: check))
      // The bytes of attachments are read when the query needs them, so their files must not change until it ends.
      if prepared.readsFiles { try whileCalculating { try body(prepared) } }
      return prepared
    }
    if !prepared.readsFiles { try whileCalculating { try body(prepared) } }
  }
}

/// Gets the rows of a result one after the other.
package protocol RowConsumer {
  /// Called once, with the headings of the columns.
  func begin(_ titles: [String]) throws
  /// Called with the values of each row.
  func add(_ values: [BindingValue]) throws
  /// Called often while a query looks for rows, to pass on those that wait in a buffer.
  func passOn() throws
  /// Called instead of ``end()`` if an error ends the query.
  func abort() throws
  /// Called after the last row.
  func end() throws
}
