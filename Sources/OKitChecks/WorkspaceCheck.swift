import JSONDocument
package import OKitModels
import OKitStorage

/// Looks for everything that is wrong with a workspace, and mends what has one safe answer.
package struct WorkspaceCheck {
  /// What came out.
  package struct Report: Sendable {
    /// What is wrong, sorted by file and place; after repairs what is left.
    package var findings: [Finding]
    /// How many models were read.
    package let models: Int
    /// How many files were looked at.
    package let files: Int
    /// True if orphaned attachments and dangling references could be checked; false while a model is missing or cannot be read, since it might have
    /// what is looked for.
    package let knowsAllModels: Bool
    /// What was mended.
    package var repairs: [Repair] = []
    /// The error of the second check, if it failed. The repairs are done; the findings are those before it.
    package var recheckFailure: (any Error)?
  }

  /// Something that was mended.
  package struct Repair: Equatable, Sendable {
    /// What was wrong.
    package let kind: Finding.Kind
    /// The model that it was about.
    package let model: ModelName?
    /// The file in which it was, relative to the workspace.
    package let file: String
    /// Line in the decrypted file as it was, from 1.
    package let line: Int?
    /// Column in Unicode scalars as it was, from 1.
    package let column: Int?
    /// What was done, in one line.
    package let message: String

    package init(kind: Finding.Kind, model: ModelName?, file: String, line: Int?, column: Int?, message: String) {
      self.kind = kind
      self.model = model
      self.file = file
      self.line = line
      self.column = column
      self.message = message
    }
  }

  package let workspace: Workspace

  /// A check of `workspace`, whose models `keyring` opens.
  package init(_ workspace: Workspace) {
    self.workspace = workspace
  }

  /// Checks the named models, or everything.
  ///
  /// Throws errors of kind `notFound` (a named model), `malformed` and `configuration` (definitions that cannot be read) and `busy`; everything else that is
  /// wrong is a finding.
  package func run(_ names: [ModelName] = []) throws -> Report {
    try workspace.prepareKeys()
    let report = try workspace.storage.reading {
      try look(names)
    }
    return report.findings.contains { $0.kind == .leftover } ? try withoutWorkOfOthers(report) : report
  }

  /// Runs a check; needs the lock.
  package func look(_ names: [ModelName], repairs: (any CheckRepairs)? = nil) throws -> Report {
    let run = try CheckRun(workspace, repairs: repairs)
    let stored = try workspace.storedModels()
    let known = Set(stored)
    try run.checkMissingModels { names.isEmpty || names.contains($0) }
    for name in names where !known.contains(name) && !run.missing.contains(name) { throw try workspace.noModel(name) }
    let reported = names.isEmpty ? known : known.intersection(names)
    try workspace.observer.step("checking") {
      for name in stored { try run.check(name, isReported: reported.contains(name)) }
      try run.checkEntities(reported: reported)
      if names.isEmpty { try run.checkFolders() }
    }
    try run.setAsideOrphans()
    return Report(
      findings: run.findings.inOrder(), models: reported.count, files: run.files, knowsAllModels: run.knowsAllModels)
  }

  /// Drops findings about this command's own staged files, which are gone by now.
  package func withoutOwnWork(_ report: Report) -> Report {
    var report = report
    report.findings.removeAll { Storage.isStaged($0.file) && (try? isThere($0)) != true }
    return report
  }

  /// What others are staging at the moment is not left over; what is there while nobody is at work is.
  private func withoutWorkOfOthers(_ report: Report) throws -> Report {
    let leftOver = try workspace.storage.whileAlone {
      try report.findings.filter { try !Storage.isStaged($0.file) || isThere($0) }
    }
    var report = report
    report.findings = leftOver ?? report.findings.filter { !Storage.isStaged($0.file) }
    return report
  }

  private func isThere(_ finding: Finding) throws -> Bool {
    try FileStatus.of(Path.absolute(finding.file, in: workspace.root)) != nil
  }
}
