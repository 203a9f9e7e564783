import JSONDocument
import OKitModels
package import OKitStorage
package import Restic

/// The place of one backup.
package enum BackupSource: Hashable, CustomStringConvertible {
  /// A file or a folder.
  case file(FilePath)
  /// A snapshot in a repository.
  case snapshot(BackupSnapshot)

  /// The path of the file or folder; nil for a snapshot.
  package var path: FilePath? {
    if case .file(let path) = self { path } else { nil }
  }

  /// The snapshot; nil for a file or folder.
  package var snapshot: BackupSnapshot? {
    if case .snapshot(let snapshot) = self { snapshot } else { nil }
  }

  /// The name of the backup.
  package var name: String {
    switch self {
    case .file(let path):
      [BackupFormat.archive, .zip].lazy.compactMap { path.name.withoutSuffix($0.ending) }.first ?? path.name
    case .snapshot(let snapshot): snapshot.name
    }
  }

  /// The backup in messages.
  package var description: String {
    switch self {
    case .file(let path): path.text
    case .snapshot(let snapshot): snapshot.description
    }
  }
}

/// A backup in a repository of restic: a snapshot with one file, a tar archive. See ``SnapshotArchive``.
package struct BackupSnapshot: Hashable, CustomStringConvertible {
  /// The ending of the archive in the snapshot, after the name of the backup.
  package static let ending = ".tar"

  /// The id of the snapshot. It changes when the record of the backup changes.
  package let id: String
  /// The name of the backup.
  package let name: String
  /// The record of the backup.
  package let record: BackupRecord
  /// The ids of other snapshots of the same backup, which an interrupted change of its record left.
  let others: [String]
  /// The repository.
  package let repository: ResticRepository

  package static func == (left: BackupSnapshot, right: BackupSnapshot) -> Bool {
    left.id == right.id && left.repository === right.repository
  }

  package func hash(into hasher: inout Hasher) { hasher.combine(id) }

  /// True if both are of the same backup, whose record may have changed.
  func isVersion(of other: BackupSnapshot) -> Bool {
    name.isExactly(other.name) && record.isOfSameBackup(as: other.record)
  }

  /// The location of the repository, without a password.
  package var repositoryName: String { repository.name }

  /// The snapshot in messages.
  package var description: String { "\(PathComponent.printable(name)) in \(repository.name)" }
}

extension BackupReader {
  /// Opens a backup: decrypts it and reads its manifest.
  ///
  /// Throws the errors of `init(_:unlock:)` for a path, and those of `ResticRepository`.
  package convenience init(_ source: BackupSource, unlock: BackupUnlock) throws {
    switch source {
    case .file(let path): try self.init(path, unlock: unlock)
    case .snapshot(let snapshot):
      let dump = try snapshot.repository.dump(
        snapshot.id, snapshot.name + BackupSnapshot.ending, name: snapshot.description)
      try self.init(
        snapshot: { try dump.read(into: $0) }, name: snapshot.description,
        isAuthenticated: snapshot.record.isAuthenticated)
    }
  }
}
