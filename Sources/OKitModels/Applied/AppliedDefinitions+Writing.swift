import Ciphers
import Definitions
package import JSONDocument
package import OKitStorage

extension AppliedDefinitions {
  /// The text of the file.
  package var text: [UInt8] {
    var writer = JSONWriter(pretty: true)
    writer.object { writer in
      writer.member("version", Self.currentVersion)
      writer.array("migrations") { writer in
        for migration in migrations {
          writer.object { writer in
            writer.member("name", migration.name)
            writer.member("checksum", migration.checksum.hex)
          }
        }
      }
      if !storedModels.isEmpty { writer.array("stored", of: storedModels.sorted().map(\.description)) }
      writer.object("models") { writer in
        for (name, model) in models.sorted(by: { $0.key < $1.key }) {
          writer.object(name.description) { writer in
            writer.member("migration", model.migration)
            if !model.former.isEmpty {
              writer.array("former", of: model.former.map(\.hex))
            }
            model.snapshot.write(to: &writer)
          }
        }
      }
    }
    return writer.bytes + [UInt8(ascii: "\n")]
  }

  /// True if there is nothing to record.
  package var isEmpty: Bool { models.isEmpty && migrations.isEmpty && storedModels.isEmpty }

  /// Stages the file, with the models that have a file after `transaction`, if its content changes. If there is nothing to record, the file is
  /// removed.
  package func stage(in transaction: Transaction, of workspace: Workspace) {
    transaction.stageAtCommit(Self.path) { try stageNow(in: $0, of: workspace) }
  }

  /// Stages the file as ``stage(in:of:)`` does, after everything else was staged.
  func stageNow(in transaction: Transaction, of workspace: Workspace) throws {
    let final = try recording(workspace.storedModels(after: transaction, recorded: modelsWithFile))
    let stored = stored ?? ([:], [], [])
    guard
      models != stored.models || migrations != stored.migrations || final.storedModels != stored.storedModels
    else { return }
    try Self.stage(final.isEmpty ? nil : final.text, old: file, in: transaction)
  }

  /// Stages the file of a backup, or its absence if `bytes` is nil, in place of the workspace's own, for data that is restored from the backup.
  package static func stage(
    _ bytes: JSONBytes?, ofBackup name: String, in transaction: Transaction, of workspace: Workspace
  ) {
    transaction.stageAtCommit(path) { transaction in
      let bytes = try restored(bytes, ofBackup: name) { try workspace.storedModels(after: transaction, recorded: $0) }
      guard try FileStatus.of(workspace.storage.absolute(path)) != nil else {
        return try stage(bytes, old: nil, in: transaction)
      }
      let file = try workspace.storage.open(workspace.storage.absolute(path))
      if let bytes, file.size == Int64(bytes.count), try file.contents().elementsEqual(bytes) { return }
      try stage(bytes, old: file.snapshot, in: transaction)
    }
  }

  /// Returns the text of the file for data that is restored from the backup `name`, whose own file is `bytes`; nil if there is nothing to record.
  /// `models` takes the models recorded in the backup and returns those that have a file after the restore.
  package static func restored(
    _ bytes: JSONBytes?, ofBackup name: String, with models: (Set<ModelName>) throws -> Set<ModelName>
  ) throws -> [UInt8]? {
    let brought = try bytes.map { try AppliedDefinitions(parsing: $0, path: "\(name): \(pathInBackup)") }
    // Rewriting the file of a newer okit would lose content that only that okit understands.
    if let bytes, brought?.newerVersion != nil { return Array(bytes) }
    let recorded = brought ?? AppliedDefinitions()
    let final = recorded.recording(try models(recorded.modelsWithFile))
    if let bytes, final.storedModels == recorded.storedModels { return Array(bytes) }
    return final.isEmpty ? nil : final.text
  }

  private func recording(_ models: Set<ModelName>) -> AppliedDefinitions {
    var copy = self
    copy.storedModels = models
    return copy
  }

  private static func stage(_ bytes: [UInt8]?, old: FileSnapshot?, in transaction: Transaction) throws {
    if let bytes {
      try transaction.ensureFolder(path.parent)
      try transaction.replace(path, old: old) { staged in try bytes.withUnsafeBytes { try staged.write($0) } }
    } else if let old {
      try transaction.remove(path, old: old)
    }
  }
}
