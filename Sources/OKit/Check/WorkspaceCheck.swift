import JSONDocument

/// Looks for everything that is wrong with the files of a workspace.
public struct WorkspaceCheck {
  /// What came out.
  public struct Report: Sendable {
    /// What is wrong, sorted by file and place.
    public let findings: [Finding]
    /// How many models were read.
    public let models: Int
    /// How many files were looked at.
    public let files: Int
    /// Whether orphaned attachments could be told; not while a model cannot be read, since it might name them.
    public let knowsAllAttachments: Bool
  }

  private let workspace: Workspace
  private let keyring: Keyring

  /// A check of `workspace`, whose models `keyring` opens.
  public init(_ workspace: Workspace, keyring: Keyring) {
    self.workspace = workspace
    self.keyring = keyring
  }

  /// Checks the named models, or everything.
  ///
  /// Throws errors of kind `notFound` (a named model) and `busy`; everything else that is wrong is a finding.
  public func run(_ names: [ModelName] = [], patience: Duration) throws -> Report {
    try keyring.prepareAsking { try workspace.storedForms() }
    // What others are staging at the moment is not left over.
    let isAlone = workspace.isAlone()
    return try workspace.reading(patience: patience) {
      let stored = try workspace.storedModels()
      let known = Set(stored)
      for name in names where !known.contains(name) { throw try workspace.noModel(name) }
      var search = try FileSearch(workspace, keyring, isAlone: isAlone)
      for name in names.isEmpty ? stored : names { try search.check(name) }
      if names.isEmpty { try search.checkFolders() }
      return Report(
        findings: search.sortedFindings, models: names.isEmpty ? stored.count : names.count, files: search.files,
        knowsAllAttachments: search.knowsAllAttachments)
    }
  }
}
