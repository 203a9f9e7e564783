import Glibc
package import JSONDocument
package import OKitModels
package import OKitStorage

/// The facts about a backup that are known without opening it, in a plain JSON file beside it, which has the same name and `.record.json`.
///
/// It contains no secret, and it proves nothing: only `backup prune` and `backup list` rely on it. It also states the size of the backup, so a
/// record does not describe another file that has got the name.
package struct BackupRecord: Equatable, Sendable {
  /// The words of the caller about a backup.
  package struct Label: Equatable, Sendable {
    /// Words that group backups.
    package var tags: [String] = []
    /// Any text.
    package var note: String?
    /// True if `backup prune` never removes the backup.
    package var isPinned = false

    /// A label that says nothing.
    package init() {}
  }

  /// The last verification.
  package struct Verification: Equatable, Sendable {
    /// The time, in seconds since 1970.
    package let time: Int64
    /// True if the backup was intact.
    package let isIntact: Bool

    package init(time: Int64, isIntact: Bool) {
      self.time = time
      self.isIntact = isIntact
    }
  }

  /// The ending of the file's name, after the name of the backup's file or folder.
  package static let ending = ".record.json"
  private static let version = 1
  /// The maximum size of the file in bytes.
  private static let maximumSize: Int64 = 1 << 20

  /// The time of the backup, in seconds since 1970.
  package var created: Int64
  /// The id of the workspace, a UUID.
  package var workspace: String
  /// The size of the backup's file in bytes; 0 for a folder.
  package var size: Int64
  /// The words of the caller about the backup.
  package var label = Label()
  /// The last verification; nil if there was none.
  package var verification: Verification?

  package init(created: Int64, workspace: String, size: Int64) {
    self.created = created
    self.workspace = workspace
    self.size = size
  }

  /// Returns the path of the record of the backup at `path`.
  package static func path(of backup: FilePath) -> FilePath { backup.parent.appending(backup.name + ending) }

  // MARK: - Reading

  /// Parses the text of the record at `path`. Throws an error of kind `malformed`, or `unsupported` for a newer version.
  package init(parsing bytes: JSONBytes, path: FilePath) throws {
    let malformed = OKitError(.malformed, "\(path) is not the record of a backup")
    let root = try JSONDocument(parsing: bytes, path: path).root
    guard let version = root["version"]?.int, version >= 1 else { throw malformed }
    guard version <= Self.version else {
      throw OKitError(.unsupported, "\(path) was made by a newer okit (version \(version))")
    }
    guard let created = root["created"]?.string.flatMap(Timestamp.parse(internet:)),
      let workspace = root["workspace"]?.string, UUIDText.isValid(workspace), let size = root["size"]?.int, size >= 0
    else { throw malformed }
    self.init(created: created, workspace: workspace, size: Int64(size))
    if let list = root["tags"] {
      let tags = list.kind == .array ? list.elements.map(\.string) : [nil]
      guard tags.allSatisfy({ $0 != nil }) else { throw malformed }
      label.tags = tags.compactMap { $0 }
    }
    if let value = root["note"] {
      guard let note = value.string else { throw malformed }
      label.note = note
    }
    if let value = root["pinned"] {
      guard let isPinned = value.bool else { throw malformed }
      label.isPinned = isPinned
    }
    if let value = root["verified"] {
      guard let time = value["time"]?.string.flatMap(Timestamp.parse(internet:)), let isIntact = value["intact"]?.bool
      else { throw malformed }
      verification = Verification(time: time, isIntact: isIntact)
    }
  }

  /// Reads the record beside the backup at `path`, which may be of another file that had its name; nil if there is none.
  ///
  /// Throws errors of kind `malformed` (also for a link or a folder) and `unsupported`, and `SystemError`.
  init?(beside backup: FilePath) throws {
    let path = Self.path(of: backup)
    guard let status = try FileStatus.of(path) else { return nil }
    guard status.kind == .file else { throw OKitError(.malformed, "\(path) is not the record of a backup") }
    let file = try OpenFile(path)
    guard file.size <= Self.maximumSize else { throw OKitError(.malformed, "\(path) is too large for a record") }
    try self.init(parsing: file.contents(), path: path)
  }

  /// Reads the record of the backup at `path`; nil if there is none, or if it describes another file.
  ///
  /// The record of a folder must agree with its manifest, which can be read without a key and serves if there is no record. Throws errors of kind
  /// `malformed` and `unsupported`, and `SystemError`.
  package init?(of backup: FilePath) throws {
    guard let status = try FileStatus.of(backup) else { return nil }
    let record = try BackupRecord(beside: backup)
    guard status.kind == .folder else {
      guard let record, record.size == status.size else { return nil }
      self = record
      return
    }
    let manifest = try BackupReader(folder: backup).manifest
    let own = BackupRecord(created: manifest.created, workspace: manifest.workspace, size: 0)
    guard let record else {
      self = own
      return
    }
    guard record.created == own.created, record.workspace.isExactly(own.workspace), record.size == 0 else { return nil }
    self = record
  }

  // MARK: - Writing

  /// Returns the text of the file.
  package func encoded() -> [UInt8] {
    var writer = JSONWriter(pretty: true)
    writer.object { writer in
      writer.member("version", Self.version)
      writer.member("created", Timestamp.internet(created))
      writer.member("workspace", workspace)
      writer.member("size", Int(size))
      writeDetails(to: &writer)
    }
    return writer.bytes + [UInt8(ascii: "\n")]
  }

  /// Writes the members `tags`, `note`, `pinned` and `verified`, as far as they say anything.
  package func writeDetails(to writer: inout JSONWriter) {
    if !label.tags.isEmpty { writer.array("tags", of: label.tags) }
    if let note = label.note { writer.member("note", note) }
    if label.isPinned { writer.member("pinned", true) }
    if let verification {
      writer.object("verified") { writer in
        writer.member("time", Timestamp.internet(verification.time))
        writer.member("intact", verification.isIntact)
      }
    }
  }

  /// Writes the record of the backup at `path`, in place of a former one.
  ///
  /// Throws an error of kind `exists` if its place is taken by a file that is no record, and `SystemError`.
  func write(for backup: FilePath, in storage: Storage) throws {
    let path = Self.path(of: backup)
    do {
      _ = try BackupRecord(beside: backup)
    } catch let error as OKitError where error.kind == .malformed {
      throw OKitError(.exists, "\(path) already exists, and is not the record of a backup")
    }
    let system = storage.system
    try storage.staging(path) { staged in
      let file = try system.createFile(staged, mode: FileSystem.privateFile)
      try encoded().withUnsafeBytes { try file.write($0) }
      try file.flush()
      try system.rename(staged, to: path)
    }
    try system.flushFolder(path.parent)
  }
}

extension Workspace {
  /// Changes the records of the backups at `paths`, each as `change` says. Reads all of them before it writes the first.
  ///
  /// Throws errors of kind `notFound` (no such backup, or no record), `busy`, `malformed` and `unsupported`, and `SystemError`.
  package func changeRecords(ofBackups paths: [FilePath], _ change: (inout BackupRecord) -> Void) throws {
    try writing {
      let records = try paths.map { path in
        guard try FileStatus.of(path) != nil else { throw OKitError(.notFound, "no such backup: \(path)") }
        guard let record = try BackupRecord(of: path) else {
          throw OKitError(
            .notFound, "backup \(PathComponent.printable(BackupListing.name(of: path))) has no record",
            remedy: .words("'okit backup verify' writes one"))
        }
        return record
      }
      for (path, record) in zip(paths, records) {
        var changed = record
        change(&changed)
        if !isDryRun, changed != record { try changed.write(for: path, in: storage) }
      }
    }
  }

  /// Records verifications of backups in the folder of backups, if the caller may change the workspace. Warns if that fails, because the
  /// verification is complete without it.
  package func record(_ verifications: [BackupVerification]) throws {
    let own = verifications.filter { $0.path.parent.resolvingExistingPrefix == backupFolder.resolvingExistingPrefix }
    guard !own.isEmpty, try isTrusted(), access(backupFolder.text, W_OK) == 0 else { return }
    try observer.warnOnFailure(to: "record the verification") {
      try writing {
        for verification in own { try record(verification) }
      }
    }
  }

  private func record(_ verification: BackupVerification) throws {
    let path = verification.path
    // Another file may have got the name in the meantime.
    guard let status = try FileStatus.of(path), status.stamp == verification.stamp else { return }
    var record: BackupRecord?
    do {
      record = try BackupRecord(of: path)
    } catch let error as OKitError where error.kind == .malformed {
      // It is replaced, because the manifest says everything but the label.
      if verification.manifest != nil { try storage.system.removeFile(BackupRecord.path(of: path)) }
    }
    let new = verification.manifest.map {
      BackupRecord(
        created: $0.created, workspace: $0.workspace, size: status.kind == .folder ? 0 : status.size)
    }
    guard var record = record ?? new else { return }
    record.verification = .init(time: verification.time, isIntact: verification.manifest != nil)
    try record.write(for: path, in: storage)
  }
}

/// A verification of a backup.
package struct BackupVerification {
  let path: FilePath
  let stamp: FileStamp
  let time: Int64
  /// The manifest; nil if the backup is damaged.
  private(set) var manifest: BackupManifest?

  /// A verification of the backup at `path` that begins now and finds damage; nil if there is no backup.
  package init?(of path: FilePath) throws {
    guard let status = try FileStatus.of(path) else { return nil }
    self.path = path
    stamp = status.stamp
    time = Timestamp.now()
  }

  /// Returns the verification of an intact backup.
  package func finding(_ manifest: BackupManifest) -> BackupVerification {
    var verification = self
    verification.manifest = manifest
    return verification
  }
}
