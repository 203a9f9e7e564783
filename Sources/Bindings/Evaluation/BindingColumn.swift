package import JSONDocument

/// The values of a binding for many rows. Stored values of one document take four bytes each.
///
/// It is a class, because a loop over a structure would count references to all of its parts for each row.
package final class BindingColumn {
  /// The values if they are not stored in one document.
  private let values: [BindingValue]
  private let document: JSONDocument?
  /// The values by their indices in the document. Rows with the index 0 have another value, or none.
  private let indices: [UInt32]
  private let others: [Int: BindingValue]
  /// True if stored numbers are dates.
  private let isDate: Bool

  /// A column of any values.
  package init(_ values: [BindingValue]) {
    self.values = values
    document = nil
    indices = []
    others = [:]
    isDate = false
  }

  init(_ document: JSONDocument, _ indices: [UInt32], others: [Int: BindingValue], isDate: Bool) {
    values = []
    self.document = document
    self.indices = indices
    self.others = others
    self.isDate = isDate
  }

  /// The value of a row.
  package subscript(row: Int) -> BindingValue {
    guard let document else { return values[row] }
    let index = Int(indices[row])
    if index == 0 { return others.isEmpty ? .absent : others[row] ?? .absent }
    let value = document.value(at: index)
    return isDate && value.kind == .number ? .date(value) : .json(value)
  }

  /// The bytes of a stored value that are also its text: a number that is no date, a boolean, or a string without escapes; nil for other values.
  /// They are valid as long as this column.
  package func plainBytes(_ row: Int) -> (kind: JSONKind, bytes: UnsafeRawBufferPointer)? {
    guard let document else { return nil }
    let index = indices[row]
    guard index > 0, let plain = document.plainBytes(at: index), !isDate || plain.kind != .number else { return nil }
    return plain
  }

  /// Returns the column with `body` applied to all values that are not stored in the document of most.
  package func mapComputed(_ body: (BindingValue) -> BindingValue) -> BindingColumn {
    guard let document else { return BindingColumn(values.map(body)) }
    return others.isEmpty ? self : BindingColumn(document, indices, others: others.mapValues(body), isDate: isDate)
  }
}

extension BindingReader {
  /// Returns the results for many values. Calls `check` often. Throws its errors and those of ``value(of:)``.
  package func column(of starts: [JSONValue], check: () throws -> Void) throws -> BindingColumn {
    try stored(starts, check)
      ?? BindingColumn(
        starts.map { start in
          try check()
          return try value(of: start)
        })
  }

  /// Returns the results without an evaluation for each; nil if most of them are not stored in one document.
  private func stored(_ starts: [JSONValue], _ check: () throws -> Void) throws -> BindingColumn? {
    guard let document = starts.first?.document, let keys = storedKeys,
      starts.allSatisfy({ $0.document === document }),
      let indices = document.indices(along: keys, from: starts.map { UInt32(truncatingIfNeeded: $0.index) })
    else { return nil }
    var type: ComparedType?
    if let typed = indices.first(where: { $0 > 0 && hasType(document.value(at: Int($0))) }) {
      type = try storedType(of: document.value(at: Int(typed)))
    }
    if namesCases, case .enumeration? = type { return nil }
    var others: [Int: BindingValue] = [:]
    for row in indices.indices where indices[row] == 0 {
      try check()
      let value = try value(of: starts[row])
      if case .absent = value { continue }
      others[row] = value
    }
    let isDate = if case .date? = type { true } else { false }
    return BindingColumn(document, indices, others: others, isDate: isDate)
  }
}
