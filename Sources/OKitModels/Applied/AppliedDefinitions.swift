package import Ciphers
package import Definitions
package import OKitStorage

/// `okit/model/applied.json`: the definitions that the data of each model conform to, the migrations that brought them there, and which models have a file.
/// It travels with the data: backups hold it, and what brings data back brings it back, too.
package struct AppliedDefinitions {
  /// What is known of one model.
  package struct Model: Equatable {
    /// The definitions that its data conform to.
    package var snapshot: ModelSnapshot
    /// The number of the last migration that its data went through, 0 for none. Those up to it never apply to it again.
    package var migration: Int
    /// The digests of the definitions that its data conformed to before, the oldest first: where the app's sources say one of these again, the data are newer.
    package var former: [SHA256Digest] = []

    package init(snapshot: ModelSnapshot, migration: Int, former: [SHA256Digest] = []) {
      self.snapshot = snapshot
      self.migration = migration
      self.former = former
    }
  }

  /// A migration that was applied.
  package struct Migration: Equatable {
    /// The name of its file without its ending, such as `0007-titles`.
    package let name: String
    /// That of its meaning, see ``MigrationFile/checksum``.
    package var checksum: SHA256Digest

    package init(name: String, checksum: SHA256Digest) {
      self.name = name
      self.checksum = checksum
    }

    /// The number that its name begins with.
    package var number: Int { MigrationNumber.number(of: name) ?? 0 }
  }

  /// Relative to the workspace.
  package static let path = "okit/model/applied.json"
  /// Relative to a backup.
  package static let pathInBackup = "model/applied.json"
  package static let currentVersion = 1
  /// As of everything in a backup beside the data.
  package static let maximumSize = Configuration.maximumSize

  /// By name; models of which nothing is recorded are not in it.
  package var models: [ModelName: Model]
  /// In the order of their numbers.
  package var migrations: [Migration]
  /// The models that had a file after the last change. If one of them has none now, something other than okit removed it.
  package var storedModels: Set<ModelName> = []
  /// The file as it was read; nil where there was none, and of one inside of a backup.
  package var file: FileSnapshot?
  /// The version of the file where it is newer than this okit, which then knows nothing of what it says.
  package var newerVersion: Int?
  /// What the file says; nil where there was none.
  package var stored: (models: [ModelName: Model], migrations: [Migration], storedModels: Set<ModelName>)?

  /// The models that are recorded to have a file. okit 0.1 recorded only the definitions of models, and only of those that had a file.
  package var modelsWithFile: Set<ModelName> { storedModels.union(models.keys) }

  /// The one with the highest number of those that were applied, whether its file is there or not.
  package var highestMigration: Migration? { migrations.max { $0.number < $1.number } }

  /// What is recorded of these models and migrations, in no file yet.
  package init(models: [ModelName: Model] = [:], migrations: [Migration] = [], storedModels: Set<ModelName> = []) {
    self.models = models
    self.migrations = migrations
    self.storedModels = storedModels
  }
}

extension ModelSnapshot {
  /// A digest of all that data depend on: two snapshots have the same exactly where they agree.
  package var digest: SHA256Digest { canonicalBytes.withUnsafeBytes(SHA256Hasher.hash) }
}
