import Ciphers
import OKitMigrations
package import OKitModels
import OKitStorage

extension MigrationRollback {
  /// Models whose stored form changes with a rollback, because a migration or a later command encrypted, decrypted or re-encrypted them.
  package struct FormChanges: Equatable, Sendable {
    /// The models that are encrypted now and will be plain.
    package internal(set) var plain: [ModelName] = []
    /// The models that are plain now and will be encrypted.
    package internal(set) var encrypted: [ModelName] = []
    /// The models that will be encrypted with another cipher, or to other recipients than the current ones.
    package internal(set) var otherKeys: [ModelName] = []
  }

  /// Returns the models whose main files will have another form after `plan`. Ignores files in unknown forms, which are restored unchanged.
  func formChanges(of plan: RollbackPlan) throws -> FormChanges {
    let folder = try folder(ofBackup: plan.first.backup)
    let former = try Configuration(reading: folder.appending(Configuration.fileName))
    let isForOthers = try Set(former.recipients) != Set(workspace.currentConfiguration().recipients)
    var changes = FormChanges()
    for model in try workspace.storedModels() {
      let path = workspace.storage.absolute(ModelFiles.mainPath(of: model))
      let now = try workspace.storage.openIfPresent(path).flatMap(ModelReader.formIfKnown)
      let name = ModelFiles.mainPath(of: plan.formerName(of: model))
      let then = try BackupPath(name).flatMap { try form(inBackup: folder.appending($0)) }
      guard let now, let then else { continue }
      if now.isEncrypted, !then.isEncrypted { changes.plain.append(model) }
      if !now.isEncrypted, then.isEncrypted { changes.encrypted.append(model) }
      if now.isEncrypted, then.isEncrypted, now != then || then == .age && isForOthers {
        changes.otherKeys.append(model)
      }
    }
    return changes
  }

  private func form(inBackup path: FilePath) throws -> StoredForm? {
    guard try FileStatus.of(path, followingLinks: true)?.kind == .file else { return nil }
    return try ModelReader.formIfKnown(of: OpenFile(path, followingLinks: true))
  }
}
