import Bindings
import JSONDocument
import OKitModels

/// Sorts rows by several keys. Rows with equal keys stay in their order.
struct RowSorting {
  private let sorts: [ListQuery.Sort]
  private let isNatural: Bool
  private let rows: ListRows

  init(_ sorts: [ListQuery.Sort], isNatural: Bool, _ rows: ListRows) {
    self.sorts = sorts
    self.isNatural = isNatural
    self.rows = rows
  }

  func sorted(_ values: [JSONValue]) throws -> [JSONValue] {
    if sorts.isEmpty { return values }
    let textKey = rows.context.textKey(isNatural: isNatural)
    let columns = try sorts.map { sort in
      let reader = BindingReader(sort.binding, in: rows.context, isUniform: rows.isUniform)
      let keys = try values.map { value in
        try rows.checkInterruption()
        return SortKey(try reader.value(of: value), textKey)
      }
      return SortColumn(keys, isDescending: sort.isDescending)
    }
    return SortColumn.order(of: columns, count: values.count).map { values[$0] }
  }
}

/// The keys of all rows in one column. Comparing most of them takes only their beginnings, which need no reference counting.
private struct SortColumn {
  private let keys: [SortKey]
  private let beginnings: [SortKey.Beginning]
  private let isDescending: Bool

  init(_ keys: [SortKey], isDescending: Bool) {
    self.keys = keys
    self.isDescending = isDescending
    beginnings = keys.map { $0.beginning(isDescending: isDescending) }
  }

  /// Returns the numbers of the rows in the order of the columns. Rows with equal keys stay in their order.
  static func order(of columns: [SortColumn], count: Int) -> [Int] {
    struct Entry {
      let beginning: SortKey.Beginning
      let row: Int
    }
    let first = columns[0]
    var entries = (0..<count).map { Entry(beginning: first.beginnings[$0], row: $0) }
    entries.sort { left, right in
      if left.beginning != right.beginning { return left.beginning < right.beginning }
      let rest = first.restOrder(left.row, right.row)
      if rest != 0 { return rest < 0 }
      for column in columns.dropFirst() {
        let order = column.order(left.row, right.row)
        if order != 0 { return order < 0 }
      }
      return left.row < right.row
    }
    return entries.map(\.row)
  }

  private func order(_ left: Int, _ right: Int) -> Int {
    let (one, other) = (beginnings[left], beginnings[right])
    return one == other ? restOrder(left, right) : one < other ? -1 : 1
  }

  /// Compares two keys with the same beginning.
  private func restOrder(_ left: Int, _ right: Int) -> Int {
    let order = keys[left].restOrder(to: keys[right])
    return isDescending ? -order : order
  }
}

extension StoreEvaluationContext {
  /// Returns the function that makes the sort key of a text; nil to sort texts by code points.
  func textKey(isNatural: Bool) -> ((String) -> [UInt8])? { isNatural ? { naturalKey($0) } : nil }
}
