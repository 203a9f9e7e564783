import Bindings
import Definitions
import JSONDocument
import OKitModels

/// Filters, sorts and groups the rows of a list.
struct ListEvaluation {
  private let query: ListQuery
  private let rows: ListRows
  let columns: [ListColumn]
  private var context: StoreEvaluationContext { rows.context }

  init(_ query: ListQuery, _ rows: ListRows) throws {
    self.query = query
    self.rows = rows
    columns =
      query.columns.isEmpty
      ? DefaultColumns(rows).columns : query.columns
  }

  /// The rows that are shown.
  struct Selection {
    var values: [JSONValue]
    /// The numbers of the values in the order of the list; nil if they are in their order.
    var order: [Int]?
    let groups: [ResultTable.Group]?

    /// The values in the order of the list.
    var orderedValues: [JSONValue] { order?.map { values[$0] } ?? values }
  }

  /// Returns the rows with all cells.
  func list() throws -> ResultTable {
    let selection = try selection()
    // Columns are read in the order of the text, which is much faster than in the order of the list.
    let cells = try cellReaders().map { reader in
      try reader.column(of: selection.values, check: rows.checkInterruption)
        .mapComputed { query.isForPeople ? $0.joined : $0 }
    }
    return ResultTable(
      titles: columns.map(\.title), count: selection.values.count, columns: cells, order: selection.order,
      groups: selection.groups)
  }

  /// Returns the rows that are shown, and their groups.
  func selection() throws -> Selection {
    var values = rows.values
    for condition in query.conditions { values = try matches(of: condition, among: values) }
    if let search = query.search { values = try matches(of: search, among: values) }
    var order = try RowSorting(query.sorts, isNatural: query.isNatural, rows).order(of: values)
    let groups = try query.grouping.map {
      try RowGrouping($0, columns[0].binding, rows, isNatural: query.isNatural, namesCases: query.isForPeople)
        .groups(of: order.map { $0.map { values[$0] } } ?? values)
    }
    if let groups { (values, order) = (groups.flatMap(\.values), nil) }
    let start = min(query.offset, values.count)
    let end = min(query.limit.map { start + min($0, values.count) } ?? values.count, values.count)
    if end - start < values.count {
      values = order.map { $0[start..<end].map { values[$0] } } ?? Array(values[start..<end])
      order = nil
    }
    return Selection(values: values, order: order, groups: groups.map { Self.groups($0, in: start..<end) })
  }

  /// Returns the readers of the cells of each column. A row may lack what is in the columns that nobody named.
  func cellReaders() -> [BindingReader] {
    columns.map { reader($0.binding, isTolerant: query.columns.isEmpty, namesCases: query.isForPeople) }
  }

  private func reader(_ binding: Binding, isTolerant: Bool, namesCases: Bool) -> BindingReader {
    BindingReader(binding, in: context, isUniform: rows.isUniform, isTolerant: isTolerant, namesCases: namesCases)
  }

  private func matches(of condition: BindingCondition, among values: [JSONValue]) throws -> [JSONValue] {
    let evaluation = ConditionEvaluation(condition, in: context, isUniform: rows.isUniform)
    let found = try evaluation.matching(values, check: rows.checkInterruption)
    // The rows that another condition left out also show whether a comparison is possible. They can be of another kind.
    if !evaluation.isProven, values.count < rows.values.count {
      for value in rows.values where !evaluation.isProven {
        try rows.checkInterruption()
        do { _ = try evaluation.isMet(by: value) } catch let error as BindingError where error.kind == .wrongKind {}
      }
    }
    if let name = rows.definition?.name { try evaluation.examine(membersOf: name) }
    try evaluation.requireMeaning()
    return found
  }

  private func matches(of search: ListQuery.Search, among values: [JSONValue]) throws -> [JSONValue] {
    let wanted = try SearchText(search.text, in: context)
    let bindings = search.bindings.isEmpty ? columns.map(\.binding) : search.bindings
    let isTolerant = search.bindings.isEmpty && query.columns.isEmpty
    // All formats have the same rows, so cases are found by their names even where their raw values are written.
    let readers = bindings.map { reader($0, isTolerant: isTolerant, namesCases: true) }
    return try values.filter { value in
      try rows.checkInterruption()
      let texts = try readers.map { try $0.value(of: value).joined }.filter { !$0.isAbsent }.map(\.text)
      return try wanted.isContained(in: texts.joined(separator: " "), context)
    }
  }

  /// Returns the groups that have rows among `shown`, with the numbers of these rows.
  private static func groups(_ groups: [RowGrouping.Group], in shown: Range<Int>) -> [ResultTable.Group] {
    var start = 0
    return groups.compactMap { group in
      let all = start..<start + group.values.count
      start = all.upperBound
      let rows = all.clamped(to: shown)
      guard !rows.isEmpty else { return nil }
      return ResultTable.Group(
        name: group.name, rows: rows.lowerBound - shown.lowerBound..<rows.upperBound - shown.lowerBound)
    }
  }
}
