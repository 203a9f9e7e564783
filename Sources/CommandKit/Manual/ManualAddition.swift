/// Content of a command's manual page that is not in its declaration.
package struct ManualAddition: Sendable {
  /// Additional sections, between the commands and the environment.
  package var sections: [ManualSection]
  /// Environment variables that the command uses.
  package var environment: [ManualEntry]
  /// Files that the command reads or writes.
  package var files: [ManualEntry]
  /// Exit statuses.
  package var statuses: [ManualEntry]
  /// Related pages, such as `okit-format(5)`.
  package var seeAlso: [String]

  /// Creates an addition.
  package init(
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
