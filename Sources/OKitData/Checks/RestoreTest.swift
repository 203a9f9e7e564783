package import OKitBackups
package import OKitChecks
package import OKitModels
import OKitStorage

/// A test of what a restore of a backup would give, in memory.
package enum RestoreTest {
  /// Checks the data of the workspace that `view` shows, as `okit check` does, and compares it with the manifest. Returns the report of the
  /// check.
  ///
  /// Throws an error of kind `malformed` if the workspace has other models than the manifest says, and the errors of the check.
  package static func run(_ view: BackupView, in workspace: Workspace) throws -> WorkspaceCheck.Report {
    let stored = try workspace.storedModels()
    let promised = view.manifest.models.map(\.name)
    if let name = Set(promised).symmetricDifference(stored).min() {
      let fault = stored.contains(name) ? "is not in its manifest" : "is in its manifest but is not restored"
      throw OKitError(.malformed, "\(view.root.name.dropLast()): the model \(name) \(fault)")
    }
    var report = try WorkspaceCheck(workspace).run()
    // Rules and forms can name functions, which are not in a backup.
    report.findings.removeAll { $0.kind == .invalidRule || $0.kind == .invalidForm }
    return report
  }

  /// Returns the number of data files that cannot be read according to a report; nil if that is unknown because a key is missing.
  package static func unreadableFiles(in report: WorkspaceCheck.Report) -> Int? {
    func paths(_ kind: Finding.Kind) -> Set<DataPath> {
      let files = report.findings.filter { $0.kind == kind }.map(\.file)
      return Set(files.compactMap { if case .inside(let path) = $0 { DataPath(path) } else { nil } })
    }
    let unreadable = paths(.malformed)
    return unreadable.isEmpty && !paths(.undecryptable).isEmpty ? nil : unreadable.count
  }
}
