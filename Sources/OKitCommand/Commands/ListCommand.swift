import Bindings
import CommandKit
import JSONDocument
import OKitModels
import OKitQueries
import OKitStorage

struct ListCommand: Command {
  static let configuration = CommandConfiguration(
    "list",
    abstract: "List the elements of an array, or the entities of a class.",
    discussion: """
      Prints a table with a row for each element of the array at PATH, or with --class for each entity of a class in all \
      models. PATH can have conditions, as in 'books[price>9]', and lead to several arrays.

      Without definitions, classes are derived from the data, as for 'okit query'.

      Columns are bindings that start from the row, such as genre/ref/name; -c 'Price (EUR)=price/round2' sets the heading. \
      The case of an enumeration is shown by its name; --json and --lines have the raw value. By default, the columns \
      are the name, the other scalar values of the class and the id; a terminal shows as many as fit its width.

      --search finds rows like the lists of OKit apps: only letters and digits count, in any case, without accents, \
      and repeated ones count once, so that 'book shop' finds Bookshop. It searches the columns, or the bindings of \
      --search-in.

      Rows stay in the order of the array, or are sorted by --sort and --sort-desc, the first one first. Numbers and \
      dates are sorted by value, before texts, which are sorted by their code points, so that Z comes before a. With \
      --natural, texts are sorted as in a dictionary of the reader's language, and numbers in texts by value. Missing \
      values are at the end.

      On a terminal, cells are cut to its width, and long lists are shown with the pager. Elsewhere, nothing is cut. Use \
      --csv, --tsv, --json, --lines or --markdown for other programs.
      """,
    examples: [
      Example("okit list books", "list the books with their names, prices and so on"),
      Example(
        "okit list books --where 'price>9' --sort-desc price --limit 10", "list the ten most expensive books over 9"),
      Example("okit list books -c name -c 'Genre=genre/ref/name' --csv", "export two columns as CSV"),
      Example("okit list --class Book --group genre/ref/name --count", "count the books of each genre, in all models"),
      Example(
        "okit list books -c price --lines | sed 's/9\\.99/9.49/' | okit set --from -",
        "change prices with another program"),
    ],
    environment: Session.readerVariables + Pager.variables)

  @Argument(help: "The path of an array.", valueName: "path", completion: .workspace(.paths))
  var path: String?
  @OptionGroup var start: StartOption
  @Option(
    .customLong("class"), help: "List all entities of this class.", valueName: "class",
    completion: .workspace(.classes))
  var className: String?
  @OptionGroup var rows: ListRowOptions
  @OptionGroup var format: TableFormatOptions
  @Flag(.long, help: "Print only the number of rows, or with --group of each group.")
  var count: Bool
  @Flag(.customLong("run"), help: "Allow functions that are programs of the workspace.")
  var runsPrograms: Bool
  @OptionGroup var past: PastOptions
  @OptionGroup var keys: KeyOptions
  @OptionGroup var global: GlobalOptions

  func validate() throws {
    if (path == nil) == (className == nil) { throw UsageError("give a path or --class", showsUsage: true) }
    if count, let given = format.format { throw UsageError("--count cannot be used with \(given.option)") }
    try format.requireOne(json: global.json)
    if format.lines, rows.isGrouped { throw UsageError("--lines cannot be used with groups") }
  }

  func run(_ console: Console) throws {
    let session = Session(console, global)
    // Malformed paths are reported before anything is read.
    var query = ListQuery(try source)
    try rows.apply(to: &query)
    query.isForPeople = !console.json && !format.lines
    let isDefault = query.columns.isEmpty
    let workspace = try session.workspace(keys, past)
    let values = try ModelValues(
      workspace, model: className == nil ? start.name : nil, programs: runsPrograms ? ProgramLauncher(console) : nil)
    if format.lines {
      let cells = try session.explaining(query.bindings, in: workspace) { try values.cells(of: query) }
      var unstored = 0
      for (value, place) in cells {
        try Signals.check()
        if value.isStored, value.slot != nil {
          try ValueLine(value: value, place: place).write(to: console)
        } else if !value.content.isAbsent {
          unstored += 1
        }
      }
      if unstored > 0 { console.warn("left out \(unstored) value\(unstored == 1 ? "" : "s") that cannot be set") }
      return
    }
    if count {
      let counts = try session.explaining(query.bindings, in: workspace) { try values.counts(of: query) }
      return try ListCounts(rows: counts.rows, groups: counts.groups).write(to: console)
    }
    let list = try session.explaining(query.bindings, in: workspace) { try values.list(query) }
    try TableOutput(list, isDefault: isDefault).write(as: format.format, to: console)
  }

  private var source: ListQuery.Source {
    get throws {
      if let className { return .entities(className: className, models: try start.name.map { [$0] } ?? []) }
      return .path(try Binding(parsing: path ?? ""))
    }
  }
}

extension ListQuery {
  /// The bindings whose unknown names get a hint.
  fileprivate var bindings: [Binding] {
    if case .path(let binding) = source { [binding] } else { [] }
  }
}
