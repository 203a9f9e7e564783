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

  /// Returns the numbers of `values` in their order; nil without keys.
  func order(of values: [JSONValue]) throws -> [Int]? {
    if sorts.isEmpty { return nil }
    let textKey = rows.context.textKey(isNatural: isNatural)
    let columns = try sorts.map { sort in
      let reader = BindingReader(sort.binding, in: rows.context, isUniform: rows.isUniform)
      let keys = try reader.column(of: values, check: rows.checkInterruption)
      return SortColumn(keys, count: values.count, textKey, isDescending: sort.isDescending)
    }
    return SortColumn.order(of: columns, count: values.count)
  }
}

/// The keys of all rows in one column. Comparing most of them takes only their beginnings, which need no reference counting.
private final class SortColumn {
  private let values: BindingColumn
  /// The whole keys, for columns whose texts have other keys than their bytes.
  private let keys: [SortKey]?
  private let beginnings: [SortKey.Beginning]
  private let isDescending: Bool

  init(_ values: BindingColumn, count: Int, _ textKey: ((String) -> [UInt8])?, isDescending: Bool) {
    self.values = values
    self.isDescending = isDescending
    let keys = textKey.map { textKey in (0..<count).map { SortKey(values[$0].keyOfReference, textKey) } }
    self.keys = keys
    beginnings = (0..<count).map { row in
      if let keys { return keys[row].beginning(isDescending: isDescending) }
      if let (kind, bytes) = values.plainBytes(row),
        let beginning = SortKey.Beginning(plain: kind, bytes, isDescending: isDescending)
      {
        return beginning
      }
      return SortKey(values[row].keyOfReference, nil).beginning(isDescending: isDescending)
    }
  }

  /// Returns the numbers of the rows in the order of the columns. Rows with equal keys stay in their order.
  static func order(of columns: [SortColumn], count: Int) -> [Int] {
    struct Entry {
      let beginning: SortKey.Beginning
      let row: Int
    }
    let first = columns[0]
    var entries = (0..<count).map { Entry(beginning: first.beginnings[$0], row: $0) }
    // The beginnings alone decide most comparisons, and comparing them is fast.
    entries.sort { left, right in
      left.beginning == right.beginning ? left.row < right.row : left.beginning < right.beginning
    }
    var start = 0
    while start < entries.count {
      var end = start + 1
      while end < entries.count, entries[end].beginning == entries[start].beginning { end += 1 }
      if end > start + 1 {
        entries[start..<end].sort { left, right in
          let rest = first.restOrder(left.row, right.row)
          if rest != 0 { return rest < 0 }
          for column in columns.dropFirst() {
            let order = column.order(left.row, right.row)
            if order != 0 { return order < 0 }
          }
          return left.row < right.row
        }
      }
      start = end
    }
    return entries.map(\.row)
  }

  private func order(_ left: Int, _ right: Int) -> Int {
    let (one, other) = (beginnings[left], beginnings[right])
    return one == other ? restOrder(left, right) : one < other ? -1 : 1
  }

  /// Compares two keys with the same beginning.
  private func restOrder(_ left: Int, _ right: Int) -> Int {
    if beginnings[left].isExact, beginnings[right].isExact { return 0 }
    let order = fullOrder(left, right)
    return isDescending ? -order : order
  }

  private func fullOrder(_ left: Int, _ right: Int) -> Int {
    if let keys { return keys[left].restOrder(to: keys[right]) }
    if let one = values.plainBytes(left), let other = values.plainBytes(right), one.kind == .string,
      other.kind == .string
    {
      return SortKey.order(one.bytes, other.bytes)
    }
    return SortKey(values[left].keyOfReference, nil).restOrder(to: SortKey(values[right].keyOfReference, nil))
  }
}

extension StoreEvaluationContext {
  /// Returns the function that makes the sort key of a text; nil to sort texts by code points.
  func textKey(isNatural: Bool) -> ((String) -> [UInt8])? { isNatural ? { naturalKey($0) } : nil }
}
