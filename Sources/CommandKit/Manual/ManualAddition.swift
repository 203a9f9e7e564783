/// Content of a command's manual page that is not in its declaration.
public struct ManualAddition: Sendable {
  /// Additional sections, between the commands and the environment.
  public var sections: [ManualSection]
  /// Environment variables that the command uses.
  public var environment: [ManualEntry]
  /// Files that the command reads or writes.
  public var files: [ManualEntry]
  /// Exit statuses.
  public var statuses: [ManualEntry]
  /// Related pages, such as `okit-format(5)`.
  public var seeAlso: [String]

  /// Creates an addition.
  public init(
    sections: [ManualSection] = [], environment: [ManualEntry] = [], files: [ManualEntry] = [],
    statuses: [ManualEntry] = [], seeAlso: [String] = []
  ) {
    self.sections = sections
    self.environment = environment
    self.files = files
    self.statuses = statuses
    self.seeAlso = seeAlso
  }
}
