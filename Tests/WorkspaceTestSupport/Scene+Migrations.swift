import Ciphers
package import OKitData
package import OKitMigrations
package import OKitModels
package import OKitStorage
import TestSupport

extension Scene {
  /// Returns a text as it is stored in `form`.
  package func stored(_ text: String, _ form: StoredForm) throws -> [UInt8] {
    let target: StorageTarget =
      switch form {
      case .plain: .plain
      case .age: .age(try identities.map(\.recipient))
      case .okitCBC: .okitCBC(try frameworkKey)
      }
    var bytes: [UInt8] = []
    try target.encode(to: { bytes += $0 }) { sink in try Array(text.utf8).withUnsafeBytes { try sink($0) } }
    return bytes
  }

  /// The bytes of every file that a rollback restores or keeps: all except backups, the history and hidden files.
  package func bytes() throws -> [String: [UInt8]] {
    let okit = root + "/okit"
    let paths = Files.files(below: okit).filter {
      !$0.hasPrefix("backup/") && $0 != MigrationHistory.fileName && !$0.hasPrefix(".")
    }
    return Dictionary(uniqueKeysWithValues: try paths.map { ($0, try Files.read(okit + "/" + $0)) })
  }

  package func rollback(
    calls: any FileSystemCalls = FaultyCalls(), observer: any Observer = SilentObserver(), dryRun: Bool = false
  ) throws -> MigrationRollback {
    // A rollback needs no key.
    MigrationRollback(
      try workspace(
        observer: observer, calls: calls, keyring: keyring(identity: false, frameworkKey: false), dryRun: dryRun))
  }

  /// The state of each model's data compared with the definitions.
  package var migrationStates: [String: MigrationStatus.State] {
    get throws {
      let models = try MigrationStatus(of: workspace()).models
      return Dictionary(uniqueKeysWithValues: models.map { ($0.name.description, $0.state) })
    }
  }

  package var history: MigrationHistory {
    get throws { try MigrationHistory(of: workspace()) }
  }
}

extension [MigrationChange] {
  /// The changes, one per line: kind, old, new, count, and number of losses.
  package var lines: [String] {
    map { change in
      let detail = change.detail.map { " -> \($0)" } ?? ""
      let lost = change.lost == 0 ? "" : ", \(change.lost) lost: \(change.examples.joined(separator: " "))"
      return "\(change.kind.rawValue) \(change.subject)\(detail): \(change.count)\(lost)"
    }
  }
}
