import JSONDocument
package import OKitModels
package import OKitStorage

/// Checks a workspace, and makes the repairs that have only one safe outcome.
package struct WorkspaceCheck {
  /// The result of a check.
  package struct Report: Sendable {
    /// The problems, sorted by file and position. After repairs, these are the remaining ones.
    package var findings: [Finding]
    /// The number of checked models.
    package let models: Int
    /// The number of checked files.
    package let files: Int
    /// True if orphaned attachments and dangling references were checked. False if a model is missing or unreadable, because it might use an
    /// attachment or contain the target of a reference.
    package let knowsAllModels: Bool
    /// The reasons why files of servers could not be read, each of which is a finding, too.
    package let serverFailures: [OKitError.Kind]
    /// The repairs that were made.
    package var repairs: [Repair] = []
    /// The error of the check after the repairs, if it failed. The repairs are done, and the findings are those from before the repairs.
    package var recheckFailure: (any Error)?
  }

  /// A repair that was made.
  package struct Repair: Equatable, Sendable {
    /// The kind of problem that was repaired.
    package let kind: Finding.Kind
    /// The model with the problem; nil if it concerned no model.
    package let model: ModelName?
    /// The file with the problem.
    package let file: WorkspacePath
    /// The line in the decrypted file before the repair, starting at 1.
    package let line: Int?
    /// The column in Unicode scalars before the repair, starting at 1.
    package let column: Int?
    /// The repair in one line.
    package let message: String

    package init(kind: Finding.Kind, model: ModelName?, file: WorkspacePath, line: Int?, column: Int?, message: String)
    {
      self.kind = kind
      self.model = model
      self.file = file
      self.line = line
      self.column = column
      self.message = message
    }
  }

  /// The workspace to check.
  package let workspace: Workspace

  /// Prepares a check of `workspace`.
  package init(_ workspace: Workspace) {
    self.workspace = workspace
  }

  /// Checks the named models, or everything if `names` is empty.
  ///
  /// Throws errors of kind `notFound` (a named model), `malformed` and `configuration` (unreadable definitions) and `busy`. All other problems are
  /// findings.
  package func run(_ names: [ModelName] = []) throws -> Report {
    try workspace.prepareKeys()
    let report = try workspace.storage.reading {
      try runLocked(names)
    }
    return report.findings.contains { $0.kind == .leftover } ? try withoutFilesInUse(report) : report
  }

  /// Runs a check. The caller holds the lock.
  package func runLocked(_ names: [ModelName], repairs: (any CheckRepairs)? = nil) throws -> Report {
    let run = try CheckRun(workspace, repairs: repairs)
    let stored = try workspace.storedModels()
    let known = Set(stored)
    try run.checkMissingModels { names.isEmpty || names.contains($0) }
    for name in names where !known.contains(name) && !run.missing.contains(name) {
      throw try workspace.noSuchModel(name)
    }
    let reported = names.isEmpty ? known : known.intersection(names)
    try workspace.observer.step("checking") {
      for name in stored { try run.check(name, isReported: reported.contains(name)) }
      try run.checkEntities(reported: reported)
      if names.isEmpty { try run.checkFolders() }
      run.findings += try RuleCheck(workspace).findings(in: reported.sorted())
      run.findings += try FunctionCheck(workspace).findings()
      run.findings += try FormCheck(workspace).all()
    }
    try run.setAsideOrphans()
    return Report(
      findings: run.findings.inOrder(), models: reported.count, files: run.files, knowsAllModels: run.knowsAllModels,
      serverFailures: run.serverFailures)
  }

  /// Returns the report without findings about this command's own temporary files, which are gone by now.
  package func withoutOwnTemporaryFiles(_ report: Report) -> Report {
    var report = report
    report.findings.removeAll { isTemporary($0) && (try? isThere($0)) != true }
    return report
  }

  /// Returns the report without findings about temporary files that other processes use. Files that exist while no process holds the lock are
  /// leftovers.
  private func withoutFilesInUse(_ report: Report) throws -> Report {
    guard report.findings.contains(where: isTemporary) else { return report }
    let leftOver = try workspace.storage.whileAlone {
      try report.findings.filter { try !isTemporary($0) || isThere($0) }
    }
    var report = report
    report.findings = leftOver ?? report.findings.filter { !isTemporary($0) }
    return report
  }

  private func isTemporary(_ finding: Finding) -> Bool {
    Storage.isStaged(finding.file.absolute(in: workspace.root).name)
  }

  private func isThere(_ finding: Finding) throws -> Bool {
    try FileStatus.of(finding.file.absolute(in: workspace.root)) != nil
  }
}

/// Repairs the faults found by a check that have only one safe repair. The check itself changes nothing.
package protocol CheckRepairs: AnyObject {
  /// Repairs faults in the documents of a model, then releases the documents.
  func repair(_ faults: [(document: ModelDocument, fault: ValueFault)], of model: ModelFiles) throws
  /// Moves a file that nothing names out of the data folder. Does nothing unless it is a regular file.
  func setAside(_ path: WorkspacePath, _ kind: Finding.Kind, of model: ModelName?) throws
}
