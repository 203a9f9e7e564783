import Ciphers
import OKitMigrations
package import OKitModels
import OKitStorage

extension MigrationRollback {
  /// Models that come back stored in another way than they are now: by the migration itself, or encrypted, decrypted or encrypted to others since.
  package struct FormChanges: Equatable, Sendable {
    /// Those that are encrypted now, and come back in plain text.
    package internal(set) var plain: [ModelName] = []
    /// Those that are plain now, and come back encrypted.
    package internal(set) var encrypted: [ModelName] = []
    /// Those that come back encrypted with another cipher, or to other recipients than the workspace has now.
    package internal(set) var otherKeys: [ModelName] = []
  }

  /// How models are stored other than they will be after `plan`, by their own files. Bytes that are none of the known forms are passed over: they come back as they
  /// are.
  func formChanges(of plan: RollbackPlan) throws -> FormChanges {
    let folder = try folder(ofBackup: plan.first.backup)
    let former = try Configuration(reading: Path.join(folder, Configuration.fileName))
    let isForOthers = try Set(former.recipients) != Set(workspace.currentConfiguration().recipients)
    var changes = FormChanges()
    for model in try workspace.storedModels() {
      let now = try form(at: workspace.storage.absolute(ModelFiles.mainPath(of: model)))
      let name = ModelFiles.mainPath(of: plan.formerName(of: model))
      let then = try form(at: Path.join(folder, name.withoutPrefix("okit/") ?? name))
      guard let now, let then else { continue }
      if now.isEncrypted, !then.isEncrypted { changes.plain.append(model) }
      if !now.isEncrypted, then.isEncrypted { changes.encrypted.append(model) }
      if now.isEncrypted, then.isEncrypted, now != then || then == .age && isForOthers {
        changes.otherKeys.append(model)
      }
    }
    return changes
  }

  private func form(at path: String) throws -> StoredForm? {
    guard try FileStatus.of(path, followingLinks: true)?.kind == .file else { return nil }
    return try ModelReader.formIfKnown(of: OpenFile(path, followingLinks: true))
  }
}
