package import OKitModels
import OKitStorage

/// Creates safety backups with `BackupCreation`, for changes of a workspace.
package struct SafetyBackupMaker: SafetyBackupMaking {
  /// Creates a maker, which has no state.
  package init() {}

  /// Copies the data as stored. See ``BackupCreation/makeSafetyBackup(before:withDefinitions:)``.
  package func makeSafetyBackup(before command: String, in workspace: Workspace) throws -> SafetyBackup {
    try BackupCreation(workspace).makeSafetyBackup(before: command)
  }

  /// Warns of the backup folders that contain one of `models` unencrypted.
  package func warnOfPlainCopies(of models: [ModelName], in workspace: Workspace) throws {
    try workspace.warnOfPlainCopies(of: models)
  }
}

extension Workspace {
  /// Returns the names of the backup folders that contain one of the models unencrypted. Data that is encrypted now can still be read there.
  ///
  /// Throws `SystemError` if the backup folder cannot be read. Ignores backups that cannot be read.
  private func backupsWithPlainCopies(of names: [ModelName]) throws -> [String] {
    let names = Set(names)
    return try BackupListing(self).backups.filter { $0.format == .directory }.filter { backup in
      guard let data = backup.source.path?.appending("data") else { return false }
      // Nothing is known about a backup that cannot be read.
      guard let listing = try? FolderListing(data) else { return false }
      return listing.entries.contains { entry in
        guard let name = ModelName(file: entry.name), names.contains(name) else { return false }
        guard let file = try? OpenFile(data.appending(entry.name)) else { return false }
        return (try? ModelReader.form(of: file)) == .plain
      }
    }.map(\.name)
  }

  /// Warns of the backup folders that contain one of the models unencrypted, after they were encrypted.
  package func warnOfPlainCopies(of models: [ModelName]) throws {
    guard !models.isEmpty else { return }
    try observer.warnOnFailure(to: "check older backups for plain copies") {
      for backup in try backupsWithPlainCopies(of: models) {
        observer.warned("backup \(backup) still contains a plain copy of an encrypted model")
      }
    }
  }

  /// Returns the models among `names` that `staged` encrypts, or that it decrypts.
  func models(_ names: [ModelName], thatBecomeEncrypted encrypts: Bool, in staged: StagedData) throws -> [ModelName] {
    try names.filter { name in
      let path = DataPath(mainOf: name)
      guard staged.file(at: path)?.form.isEncrypted == encrypts else { return false }
      let present = try storage.openIfPresent(storage.absolute(inData: path)).flatMap(ModelReader.formIfKnown)
      return present?.isEncrypted == !encrypts
    }
  }
}
