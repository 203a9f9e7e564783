import Bindings
import CommandKit
import JSONDocument
import OKitQueries

/// The options that choose the columns and rows of a list.
struct ListRowOptions: ParsableArguments {
  @Option(
    .shortAndLong, help: "A column: a binding, or HEADING=BINDING. Can be repeated.", valueName: "binding",
    completion: .workspace(.rowPaths))
  var column: [String] = []
  @Option(
    .long, help: "Only rows that meet this condition, such as 'price>9'. Can be repeated.", valueName: "condition",
    completion: .workspace(.rowConditions))
  var `where`: [String] = []
  @Option(.long, help: "Only rows that contain this text.", valueName: "text")
  var search: String?
  @Option(
    .long, help: "Search these values instead of the columns. Can be repeated.", valueName: "binding",
    completion: .workspace(.rowPaths))
  var searchIn: [String] = []
  @Option(.long, help: "Sort by this value. Can be repeated.", valueName: "binding", completion: .workspace(.rowPaths))
  var sort: [OrderedText] = []
  @Option(
    .long, help: "Sort by this value, the largest first. Can be repeated.", valueName: "binding",
    completion: .workspace(.rowPaths))
  var sortDesc: [OrderedText] = []
  @Flag(.long, help: "Sort texts as in a dictionary, and numbers in texts by value.")
  var natural: Bool
  @Option(.long, help: "Group rows by this value.", valueName: "binding", completion: .workspace(.rowPaths))
  var group: String?
  @Option(
    .long, help: "The name of a group, if it is not the value.", valueName: "binding", completion: .workspace(.rowPaths)
  )
  var groupName: String?
  @Flag(.long, help: "Sort the groups by their values; otherwise by their first rows.")
  var groupSort: Bool
  @Flag(.long, help: "Group rows by the first letter of the first column, or of the group.")
  var index: Bool
  @Option(.long, help: "Print at most this number of rows.", valueName: "number")
  var limit: Int?
  @Option(.long, help: "Leave out this number of rows at the beginning.", valueName: "number")
  var offset: Int = 0

  /// True if rows are grouped.
  var isGrouped: Bool { group != nil || index }

  func validate() throws {
    if offset < 0 || limit.map({ $0 < 0 }) ?? false { throw UsageError("--limit and --offset cannot be negative") }
    if search == nil, !searchIn.isEmpty { throw UsageError("--search-in needs --search", showsUsage: true) }
    if search == "" { throw UsageError("the value of --search is empty") }
    if group == nil, groupName != nil || groupSort {
      throw UsageError("\(groupName != nil ? "--group-name" : "--group-sort") needs --group", showsUsage: true)
    }
    if natural, sort.isEmpty, sortDesc.isEmpty, !groupSort, !index {
      throw UsageError("--natural needs --sort, --sort-desc, --group-sort or --index", showsUsage: true)
    }
  }

  /// Sets everything but the source of a query. Throws `BindingError` for a malformed binding.
  func apply(to query: inout ListQuery) throws {
    query.columns = try column.map { try ListColumn(parsing: $0) }
    var titles: Set<ExactText> = []
    for title in query.columns.map(\.title) where !titles.insert(ExactText(title)).inserted {
      throw UsageError("two columns have the heading '\(title)'; write HEADING=BINDING")
    }
    if isGrouped, titles.contains(ExactText(TableOutput.group)) {
      throw UsageError("'\(TableOutput.group)' is the heading of the groups; write HEADING=BINDING")
    }
    query.conditions = try `where`.map { try BindingCondition(parsing: $0) }
    query.search = try search.map { .init($0, in: try searchIn.map { try Binding(parsing: $0) }) }
    let sorts = sort.map { ($0, false) } + sortDesc.map { ($0, true) }
    query.sorts = try sorts.sorted { $0.0.position < $1.0.position }.map { text, isDescending in
      .init(try Binding(parsing: text.text), descending: isDescending)
    }
    query.isNatural = natural
    if isGrouped {
      query.grouping = .init(
        by: try group.map { try Binding(parsing: $0) }, name: try groupName.map { try Binding(parsing: $0) },
        isSorted: groupSort, byLetter: index)
    }
    query.limit = limit
    query.offset = offset
  }
}
