import Bindings
import JSONDocument
import OKitModels

/// Filters, sorts and groups the rows of a list.
struct ListEvaluation {
  private let query: ListQuery
  private let rows: ListRows
  private let columns: [ListColumn]
  private var context: StoreEvaluationContext { rows.context }

  init(_ query: ListQuery, _ rows: ListRows) throws {
    self.query = query
    self.rows = rows
    columns =
      query.columns.isEmpty
      ? DefaultColumns(rows, isStored: query.usesStoredColumns).columns : query.columns
  }

  func list() throws -> EntityList {
    var values = rows.values
    for condition in query.conditions { values = try matches(of: condition, among: values) }
    if let search = query.search { values = try matches(of: search, among: values) }
    values = try RowSorting(query.sorts, isNatural: query.isNatural, context).sorted(values)
    let groups = try query.grouping.map { try RowGrouping($0, columns[0].binding, context).groups(of: values) }
    if let groups { values = groups.flatMap(\.values) }
    let end = query.limit.map { min(values.count, query.offset + $0) } ?? values.count
    let shown = min(query.offset, end)..<end
    values = Array(values[shown])
    let readers = columns.map { BindingReader($0.binding, in: context) }
    var cells: [BindingValue] = []
    cells.reserveCapacity(values.count * readers.count)
    for value in values {
      for reader in readers { cells.append(try reader.value(of: value)) }
    }
    return EntityList(
      columns: columns, values: values, cells: cells, groups: groups.map { Self.groups($0, in: shown) })
  }

  private func matches(of condition: BindingCondition, among values: [JSONValue]) throws -> [JSONValue] {
    let evaluation = ConditionEvaluation(condition, in: context)
    let found = try values.filter { try evaluation.isMet(by: $0) }
    try evaluation.requireMeaning()
    return found
  }

  private func matches(of search: ListQuery.Search, among values: [JSONValue]) throws -> [JSONValue] {
    let wanted = try SearchText(search.text, in: context)
    let bindings = search.bindings.isEmpty ? columns.map(\.binding) : search.bindings
    let readers = bindings.map { BindingReader($0, in: context) }
    return try values.filter { value in
      let texts = try readers.map { try $0.value(of: value) }.filter { !$0.isAbsent }.map(\.text)
      return try wanted.isContained(in: texts.joined(separator: " "), context)
    }
  }

  /// Returns the groups that have rows among `shown`, with the numbers of these rows.
  private static func groups(_ groups: [RowGrouping.Group], in shown: Range<Int>) -> [EntityList.Group] {
    var start = 0
    return groups.compactMap { group in
      let all = start..<start + group.values.count
      start = all.upperBound
      let rows = all.clamped(to: shown)
      guard !rows.isEmpty else { return nil }
      return EntityList.Group(
        name: group.name, rows: rows.lowerBound - shown.lowerBound..<rows.upperBound - shown.lowerBound)
    }
  }
}
