/// A part of the sources that was not understood. It costs the classes that it concerns and no others.
public struct DefinitionProblem: Equatable, Sendable {
  /// The reason and the place.
  public let error: DefinitionError
  /// The classes and enumerations that are not known because of it, by name.
  public let names: [String]
  /// True if the whole file is unreadable; it may then declare more than ``names``.
  public let concernsFile: Bool

  /// A problem of these classes, or of a file.
  public init(error: DefinitionError, names: [String], concernsFile: Bool = false) {
    self.error = error
    self.names = names
    self.concernsFile = concernsFile
  }
}
