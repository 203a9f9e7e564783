package import Ciphers
package import Definitions
package import OKitStorage

/// The file `okit/model/applied.json`. It records the definitions that the data of each model conforms to, the migrations that were applied, and
/// the models that have a file.
///
/// The file belongs to the data: backups contain it, and restoring data restores it too.
package struct AppliedDefinitions {
  /// The record of one model.
  package struct Model: Equatable {
    /// The definitions that its data conforms to.
    package var snapshot: ModelSnapshot
    /// The number of the last migration that applies to its data; 0 for none. Migrations up to it are never applied again.
    package var migration: Int
    /// The digests of the definitions that its data conformed to before, oldest first. If the app's sources match one of them, the data is newer.
    package var former: [SHA256Digest] = []

    package init(snapshot: ModelSnapshot, migration: Int, former: [SHA256Digest] = []) {
      self.snapshot = snapshot
      self.migration = migration
      self.former = former
    }
  }

  /// An applied migration.
  package struct Migration: Equatable {
    /// The name of the file without its ending, such as `0007-titles`.
    package let name: String
    /// The checksum of its content, see ``MigrationFile/checksum``.
    package var checksum: SHA256Digest

    package init(name: String, checksum: SHA256Digest) {
      self.name = name
      self.checksum = checksum
    }

    /// The number at the beginning of the name.
    package var number: Int { MigrationNumber.number(of: name) ?? 0 }
  }

  /// The path in a workspace.
  package static let path: WorkspacePath = "okit/model/applied.json"
  /// The path in a backup.
  package static let pathInBackup: BackupPath = "model/applied.json"
  /// The version of the format that this okit writes.
  package static let currentVersion = 1
  /// The maximum size in bytes, as for all files in a backup except the data.
  package static let maximumSize = Configuration.maximumSize

  /// The recorded models by name.
  package var models: [ModelName: Model]
  /// The applied migrations, sorted by number.
  package var migrations: [Migration]
  /// The models that had a file after the last change. If one of them has no file now, something other than okit removed it.
  package var storedModels: Set<ModelName> = []
  /// The file that was read; nil if there was none or it was in a backup.
  package var file: FileSnapshot?
  /// The version of the file if it is newer than this okit. The rest of the file is then unknown.
  package var newerVersion: Int?
  /// The content of the file that was read; nil if there was none.
  package var stored: (models: [ModelName: Model], migrations: [Migration], storedModels: Set<ModelName>)?

  /// The models that are recorded to have a file. okit 0.1 recorded only the definitions of models, and only for models with a file.
  package var modelsWithFile: Set<ModelName> { storedModels.union(models.keys) }

  /// The applied migration with the highest number, even if its file is missing.
  package var highestMigration: Migration? { migrations.max { $0.number < $1.number } }

  /// A record that is not in a file yet.
  package init(models: [ModelName: Model] = [:], migrations: [Migration] = [], storedModels: Set<ModelName> = []) {
    self.models = models
    self.migrations = migrations
    self.storedModels = storedModels
  }
}

extension ModelSnapshot {
  /// A digest of everything that affects data. Two snapshots have the same digest exactly if they agree.
  package var digest: SHA256Digest { canonicalBytes.withUnsafeBytes(SHA256Hasher.hash) }
}
