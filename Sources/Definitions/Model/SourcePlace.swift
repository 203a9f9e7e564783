/// A place in a Swift file.
package struct SourcePlace: Hashable, Sendable {
  /// The path of the file, as the caller named it.
  package let path: String
  /// The line, from 1.
  package let line: Int
  /// The column in Unicode scalars, from 1.
  package let column: Int

  /// A place in a file.
  package init(path: String, line: Int, column: Int) {
    self.path = path
    self.line = line
    self.column = column
  }
}
