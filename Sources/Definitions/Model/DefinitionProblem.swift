/// A part of the sources that was not understood. It costs the classes that it concerns and no others.
package struct DefinitionProblem: Equatable, Sendable {
  /// The reason and the place.
  package let error: DefinitionError
  /// The classes and enumerations that are not known because of it, by name.
  package let names: [String]
  /// True if the whole file is unreadable; it may then declare more than ``names``.
  package let concernsFile: Bool

  /// A problem of these classes, or of a file.
  package init(error: DefinitionError, names: [String], concernsFile: Bool = false) {
    self.error = error
    self.names = names
    self.concernsFile = concernsFile
  }
}
