/// What the manual page of a command says beyond its declarations.
public struct ManualAddition: Sendable {
  /// Sections of its own, between what the commands do and the environment.
  public var sections: [ManualSection]
  /// Variables that it looks at.
  public var environment: [ManualEntry]
  /// Files that it reads or writes.
  public var files: [ManualEntry]
  /// The statuses that it ends with.
  public var statuses: [ManualEntry]
  /// Further pages, such as `okit-format(5)`.
  public var seeAlso: [String]

  /// What is to be added to a page.
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
