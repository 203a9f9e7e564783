package import JSONDocument

/// The changes of a ``RowImport``.
package struct RowImportResult: Sendable {
  /// The kind of a change.
  package enum Action: String, Sendable {
    /// A new element.
    case add
    /// A new value of an element.
    case change
    /// A removed element.
    case remove
  }

  /// A changed value, or an element that was added or removed.
  package struct Change: Sendable {
    /// The kind of the change.
    package let action: Action
    /// The line of the row; nil for an element that no row names.
    package let line: Int?
    /// The key of the element as text.
    package let key: String
    /// The id of the element; nil if it has none.
    package let id: String?
    /// The binding of the column; nil for a whole element.
    package let column: String?
    /// The former value or element; nil if there was none.
    package let old: JSONValue?
    /// The new value or element; nil if there is none.
    package let new: JSONValue?
    /// The former value as lists show it.
    package let oldText: String
    /// The new value as lists show it; for a new element, the given members.
    package let newText: String
  }

  /// The result of an import that changes nothing.
  package init() {}

  /// The number of added elements.
  package internal(set) var added = 0
  /// The number of elements with changed values.
  package internal(set) var changed = 0
  /// The number of removed elements.
  package internal(set) var removed = 0
  /// The number of rows whose elements already had all values.
  package internal(set) var unchanged = 0
  /// The changes in the order of rows, then the removed elements; empty unless ``RowImport/listsChanges``.
  package internal(set) var changes: [Change] = []
}
