import Bindings
import JSONDocument
import OKitModels

/// Puts rows of the same name together.
struct RowGrouping {
  /// Rows of one name.
  struct Group {
    /// The name; nil if it is absent.
    let name: String?
    var values: [JSONValue]
    let key: SortKey
    /// The first value of the name, if it is a stored number.
    let number: JSONValue?
  }

  /// The place of numbers that are too large for calculations.
  private static let hugeNumber = "1e999"

  private let grouping: ListQuery.Grouping
  private let firstColumn: Binding
  private let rows: ListRows
  private let isNatural: Bool
  private let namesCases: Bool

  /// - Parameters:
  ///   - firstColumn: The value whose first letter counts if rows are grouped only by letters.
  ///   - namesCases: True if the case of an enumeration gives its name to a group, and false for its raw value. The order of groups is that of the names.
  init(
    _ grouping: ListQuery.Grouping, _ firstColumn: Binding, _ rows: ListRows, isNatural: Bool, namesCases: Bool
  ) {
    self.isNatural = isNatural
    self.namesCases = namesCases
    self.grouping = grouping
    self.firstColumn = firstColumn
    self.rows = rows
  }

  func groups(of values: [JSONValue]) throws -> [Group] {
    let key = reader(grouping.binding ?? firstColumn)
    let name = grouping.name.map { reader($0) }
    let written =
      namesCases || grouping.byLetter
      ? nil : reader(grouping.name ?? grouping.binding ?? firstColumn, namesCases: false)
    let textKey = rows.context.textKey(isNatural: isNatural)
    var groups: [Group] = []
    // Numbers with many digits can share a place without being equal.
    var indices: [ExactText?: [Int]] = [:]
    for value in values {
      try rows.checkInterruption()
      let keyValue = try key.value(of: value).keyOfReference
      let named = try name?.value(of: value) ?? keyValue
      var text = named.isAbsent ? nil : named.text
      if grouping.byLetter { text = letter(of: text ?? "") }
      let isNumber = !grouping.byLetter && named.isNumber
      let number = isNumber ? named.stored : nil
      // 1e2 and 100.0 are the same number.
      let notation = isNumber ? named.number?.description ?? Self.hugeNumber : nil
      let place = (notation ?? text).map { ExactText($0) }
      let index = indices[place]?.first { index in
        guard let number, let other = groups[index].number else { return true }
        return number.numericOrder(to: other) ?? 0 == 0
      }
      if let index {
        groups[index].values.append(value)
      } else {
        indices[place, default: []].append(groups.count)
        let sortKey = SortKey(grouping.byLetter ? .text(text ?? "") : keyValue, textKey)
        if let raw = try written?.value(of: value).keyOfReference, !raw.isAbsent { text = raw.text }
        groups.append(Group(name: text, values: [value], key: sortKey, number: number))
      }
    }
    guard grouping.isSorted || grouping.byLetter else { return groups }
    return groups.enumerated().sorted { left, right in
      let order = left.element.key.order(to: right.element.key)
      return order == 0 ? left.offset < right.offset : order < 0
    }.map(\.element)
  }

  private func reader(_ binding: Binding, namesCases: Bool = true) -> BindingReader {
    BindingReader(binding, in: rows.context, isUniform: rows.isUniform, namesCases: namesCases)
  }

  /// Returns the first letter of a name, folded and in upper case, or `#`.
  private func letter(of name: String) -> String {
    guard let first = rows.context.folded(name).first, first.isLetter else { return "#" }
    return first.uppercased()
  }
}
