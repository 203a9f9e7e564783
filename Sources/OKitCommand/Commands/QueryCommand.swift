import CommandKit
import OKitModels
import OKitQueries

struct QueryCommand: Command {
  static let configuration = CommandConfiguration(
    "query",
    abstract: "Ask a question in SQL.",
    discussion: """
      Runs one SELECT of SQLite over the models, which are tables that can only be read. Encrypted models are decrypted \
      in memory.

      Each class of entities is a table. Each entity is a row with its path, id and model, the path of its parent, the \
      property that contains it and its position there, followed by its values. Dates are texts in ISO 8601 and UTC, \
      booleans 0 and 1, decimal numbers exact texts that are compared as numbers. A reference is the id of its entity, \
      and a value of a structure has a column such as stock_copies. Each array of references is a table such as \
      Book_authors, with the columns parent and key. Each enumeration is a table with the value and name of its cases. \
      Other arrays and dictionaries are JSON. The table attachment has the bytes of images and data. Without \
      definitions, classes are derived from the data. --schema prints the tables.

      With --csv, --tsv, --lines and --json, rows are printed while the query runs, at most 0.1 s after they are found, \
      unless the query reads the bytes of attachments or has a --timeout. If an error ends the query, the rows before it \
      are printed.

      Without an SQL argument, or if it is '-', the query is read from standard input; on a terminal, okit shows a prompt. There, Ctrl-C \
      ends the query or the line.
      """,
    examples: [
      Example(
        "okit query 'SELECT genre, count(*), avg(price) FROM Book GROUP BY genre'", "calculate with groups"),
      Example(
        "okit query 'SELECT name FROM Book WHERE price < :limit' -p limit=9 --csv", "pass a value to a query"),
      Example("okit query --schema", "print the tables"),
    ],
    environment: Session.readerVariables + Pager.variables)

  @Argument(help: "A SELECT statement of SQLite.", valueName: "sql")
  var sql: String?
  @Option(
    .customShort("p"), .customLong("parameter"),
    help:
      "The value of a parameter such as :name: a number, a text, or a JSON string for a text that looks like a number. Can be repeated.",
    valueName: "name=value")
  var parameters: [String] = []
  @Flag(.long, help: "Print the tables as CREATE TABLE statements, with the keys that the data meets.")
  var schema: Bool
  @Option(.long, help: "End the query with an error after this time, such as 10s.", valueName: "duration")
  var timeout: DurationValue?
  @OptionGroup var format: TableFormatOptions
  @OptionGroup var past: PastOptions
  @OptionGroup var keys: KeyOptions
  @OptionGroup var global: GlobalOptions

  func validate() throws {
    try format.requireOne(json: global.json)
    if schema, sql != nil || !parameters.isEmpty || format.format != nil || global.json || timeout != nil {
      throw UsageError("--schema cannot be used with a query or a format", showsUsage: true)
    }
  }

  func run(_ console: Console) throws {
    let session = Session(console, global)
    let values = try parameters.map(parameter)
    if schema {
      return try console.standardOutput.write(console.shown(SQLSchema.text(in: session.workspace(keys, past))))
    }
    if sql == nil, console.isInteractive, console.standardOutput.isTerminal, console.isStandardInputTerminal {
      return try QueryPrompt(session, keys, past).run { try run($0, with: values, session, atPrompt: true) }
    }
    let given = sql == "-" ? nil : sql
    try run(given ?? session.standardText("a query"), with: values, session)
  }

  private func run(
    _ sql: String, with values: [(name: String, value: String)], _ session: Session, atPrompt: Bool = false
  ) throws {
    var query = SQLQuery(sql)
    query.parameters = values
    query.isForPeople = !session.console.json && (format.format == nil || format.format == .markdown)
    query.timeLimit = timeout.map { ($0.duration, $0.argumentText) }
    query.needsDistinctTitles = session.console.json || format.format == .lines
    // One function of SQLite can take long without a question whether to go on, and nothing has to be cleaned up.
    let timer = timeout.map { timeout in
      HardLimit(
        after: timeout.duration + .milliseconds(500), status: Status.busy,
        message: "okit: error: the query takes longer than \(timeout.argumentText)\n")
    }
    query.whileCalculating = { body in
      try Signals.endingAtOnce(timer, except: atPrompt ? [Signals.interruptKey] : [], body)
    }
    let workspace = try session.workspace(keys, past)
    if let output = RowOutput(format.format, session.console) { return try query.run(in: workspace, output) }
    let table = try query.run(in: workspace)
    try TableOutput(table, isDefault: false).write(as: format.format, to: session.console)
  }

  private func parameter(_ text: String) throws -> (name: String, value: String) {
    guard let sign = text.utf8.firstIndex(of: UInt8(ascii: "=")), sign > text.startIndex else {
      throw UsageError("'\(Console.printable(text))' is not a name and a value", hint: "write -p NAME=VALUE")
    }
    return (String(text[..<sign]), String(text[text.utf8.index(after: sign)...]))
  }
}
