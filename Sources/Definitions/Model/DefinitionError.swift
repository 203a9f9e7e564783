/// The reason why a class of a model cannot be understood, with its place.
package struct DefinitionError: Error, CustomStringConvertible, Equatable, Sendable {
  /// The place in the source.
  package let place: SourcePlace
  /// The message, in lower case and without a full stop.
  package let message: String
  /// The line of the source; for a very long line, the part around the place.
  package let lineText: String
  /// The column within ``lineText``, in Unicode scalars from 0.
  package let caret: Int

  /// Place and message on one line.
  package var description: String { "\(place.path):\(place.line):\(place.column): \(message)" }
}

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

/// A part of the sources that was not understood. It affects only the classes that it names.
package struct DefinitionProblem: Equatable, Sendable {
  /// The reason and the place.
  package let error: DefinitionError
  /// The names of the classes and enumerations that are unknown because of it.
  package let names: [String]
  /// True if the whole file is unreadable. It can then declare more types than ``names``.
  package let concernsFile: Bool

  /// A problem of these classes or of a whole file.
  package init(error: DefinitionError, names: [String], concernsFile: Bool = false) {
    self.error = error
    self.names = names
    self.concernsFile = concernsFile
  }
}
