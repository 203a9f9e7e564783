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
