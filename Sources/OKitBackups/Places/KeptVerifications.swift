package import JSONDocument
import OKitModels
package import OKitStorage

/// The records of verified backups in folders that the user may not change, such as those of a disk that is mounted read-only.
///
/// They are in `okit/.verified` of the workspace. The outcome for any other backup is in the record beside it.
package struct KeptVerifications: Equatable {
  /// The record of a verified backup.
  package struct Entry: Equatable {
    /// The absolute path of the backup.
    package let backup: FilePath
    /// The time when the backup was last changed, in nanoseconds since 1970. One with another time is another backup.
    package let modified: Int64
    /// The record, as it would be beside the backup.
    package let record: BackupRecord

    package init(backup: FilePath, modified: Int64, record: BackupRecord) {
      self.backup = backup
      self.modified = modified
      self.record = record
    }
  }

  /// The path of the file in the workspace.
  package static let path = WorkspaceLayout.folder.appending(".verified")
  private static let version = 1
  /// The maximum size of the file in bytes.
  private static let maximumSize: Int64 = 16 << 20

  private var byPath: [FilePath: Entry] = [:]
  /// The records, sorted by path.
  package var entries: [Entry] { byPath.values.sorted { $0.backup.text < $1.backup.text } }

  /// No records.
  package init() {}

  /// Reads the records of `workspace`. A file that cannot be read counts as empty, because each verification can be repeated.
  init(of workspace: Workspace) {
    let path = workspace.storage.absolute(Self.path)
    guard let status = try? FileStatus.of(path), status.kind == .file, status.size <= Self.maximumSize,
      let bytes = try? OpenFile(path).contents(), let read = try? KeptVerifications(parsing: bytes, path: path)
    else { return }
    self = read
  }

  /// Parses the text of the file at `path`. Throws an error of kind `malformed`, or `unsupported` for a newer version.
  package init(parsing bytes: JSONBytes, path: FilePath) throws {
    let malformed = OKitError(.malformed, "\(path) does not describe verifications")
    let root = try JSONDocument(parsing: bytes, path: path).root
    try root.requireVersion(upTo: Self.version, path, otherwise: malformed)
    guard let list = root["backups"], list.kind == .array else { throw malformed }
    for value in list.elements {
      guard let backup = value["path"]?.string, backup.utf8.first == UInt8(ascii: "/"),
        let modified = value["modified"]?.int, let record = value["record"]
      else { throw malformed }
      set(
        Entry(
          backup: FilePath(backup, in: "/"), modified: Int64(modified), record: try BackupRecord(record, path: path)))
    }
  }

  /// Returns the text of the file.
  package func encoded() -> [UInt8] {
    var writer = JSONWriter(pretty: true)
    writer.object { writer in
      writer.member("version", Self.version)
      writer.array("backups") { writer in
        for entry in entries {
          writer.object { writer in
            writer.member("path", entry.backup.text)
            writer.member("modified", Int(entry.modified))
            writer.object("record") { entry.record.write(to: &$0) }
          }
        }
      }
    }
    return writer.bytes + [UInt8(ascii: "\n")]
  }

  /// Returns the record of the backup at `path`, if that is the one that was verified.
  func record(of path: FilePath, _ status: FileStatus) -> BackupRecord? {
    guard let entry = byPath[path], entry.modified == status.stamp.modified,
      entry.record.size == BackupRecord.size(of: status)
    else { return nil }
    return entry.record
  }

  /// Adds a record, in place of another one of the same path.
  package mutating func set(_ entry: Entry) { byPath[entry.backup] = entry }

  /// Removes the records of backups in `folder` that do not exist any more.
  mutating func removeMissing(in folder: FilePath) throws {
    byPath = try byPath.filter { try $0.key.parent != folder || FileStatus.of($0.key) != nil }
  }

  /// Writes the file. Needs the exclusive lock. Throws `SystemError`.
  func write(in storage: Storage) throws {
    try storage.writePrivateFile(encoded(), at: storage.absolute(Self.path))
  }
}
