package import Bindings

/// An import of rows into an array of objects. Each row is the new state of the element with its key, or a new element.
package struct RowImport: Sendable {
  /// A way to find the entity that a reference refers to.
  package struct Match: Sendable {
    /// The column with the reference, relative to an element.
    package let column: Binding
    /// The value of the entity, relative to it. A binding that leads to several values also names the entities to search.
    package let value: Binding

    /// Creates a way to find entities.
    package init(column: Binding, value: Binding) {
      self.column = column
      self.value = value
    }
  }

  /// The path of the array.
  package let array: Binding
  /// The value that identifies an element, relative to it.
  package let key: Binding
  /// The bindings of columns whose headings are not bindings; nil for a column to ignore.
  package var bindings: [(heading: String, binding: Binding?)] = []
  /// The ways to find the entities of references.
  package var matches: [Match] = []
  /// True to remove the elements that no row names.
  package var removesOthers = false
  /// True to list all changes in the result.
  package var listsChanges = false

  /// An import into the array at a path, whose elements are identified by `key`.
  package init(into array: Binding, key: Binding) {
    self.array = array
    self.key = key
  }
}
