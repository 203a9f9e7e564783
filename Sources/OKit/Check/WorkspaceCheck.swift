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
    let report = try workspace.reading(patience: patience) {
      let stored = try workspace.storedModels()
      let known = Set(stored)
      for name in names where !known.contains(name) { throw try workspace.noModel(name) }
      var search = try FileSearch(workspace, keyring)
      for name in names.isEmpty ? stored : names { try search.check(name) }
      if names.isEmpty { try search.checkFolders() }
      return Report(
        findings: search.sortedFindings, models: names.isEmpty ? stored.count : names.count, files: search.files,
        knowsAllAttachments: search.knowsAllAttachments)
    }
    return report.findings.contains { $0.kind == .leftover } ? try withoutWorkOfOthers(report) : report
  }

  /// What others are staging at the moment is not left over; what is there while nobody is at work is.
  private func withoutWorkOfOthers(_ report: Report) throws -> Report {
    let findings = try workspace.whileAlone {
      try report.findings.filter { finding in
        try !Workspace.isStaged(finding.file) || FileStatus.of(place(of: finding)) != nil
      }
    }
    return Report(
      findings: findings ?? report.findings.filter { !Workspace.isStaged($0.file) }, models: report.models,
      files: report.files, knowsAllAttachments: report.knowsAllAttachments)
  }

  private func place(of finding: Finding) -> String {
    guard let name = finding.file.withoutPrefix("okit/backup/") else { return workspace.absolute(finding.file) }
    return Path.join(workspace.backupFolder, name)
  }
}
