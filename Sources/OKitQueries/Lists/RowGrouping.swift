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
  }

  private let grouping: ListQuery.Grouping
  private let firstColumn: Binding
  private let rows: ListRows
  private let namesCases: Bool

  /// - Parameter firstColumn: The value whose first letter counts if rows are grouped only by letters.
  init(_ grouping: ListQuery.Grouping, _ firstColumn: Binding, _ rows: ListRows, namesCases: Bool) {
    self.namesCases = namesCases
    self.grouping = grouping
    self.firstColumn = firstColumn
    self.rows = rows
  }

  func groups(of values: [JSONValue]) throws -> [Group] {
    let key = BindingReader(
      grouping.binding ?? firstColumn, in: rows.context, isUniform: rows.isUniform, namesCases: namesCases)
    let name = grouping.name.map {
      BindingReader($0, in: rows.context, isUniform: rows.isUniform, namesCases: namesCases)
    }
    var groups: [Group] = []
    var indices: [ExactText?: Int] = [:]
    for value in values {
      try rows.checkInterruption()
      let keyValue = try key.value(of: value)
      let named = try name?.value(of: value) ?? keyValue
      var text = named.isAbsent ? nil : named.text
      if grouping.byLetter { text = letter(of: text ?? "") }
      let place = text.map { ExactText($0) }
      if let index = indices[place] {
        groups[index].values.append(value)
      } else {
        indices[place] = groups.count
        let sortKey = SortKey(grouping.byLetter ? .text(text ?? "") : keyValue, nil)
        groups.append(Group(name: text, values: [value], key: sortKey))
      }
    }
    guard grouping.isSorted || grouping.byLetter else { return groups }
    return groups.enumerated().sorted { left, right in
      let order = left.element.key.order(to: right.element.key)
      return order == 0 ? left.offset < right.offset : order < 0
    }.map(\.element)
  }

  /// Returns the first letter of a name, folded and in upper case, or `#`.
  private func letter(of name: String) -> String {
    guard let first = rows.context.folded(name).first, first.isLetter else { return "#" }
    return first.uppercased()
  }
}
