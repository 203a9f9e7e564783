import Glibc
package import JSONDocument
import OKitModels
package import OKitStorage

/// The facts about a backup that are known without opening it, in a plain JSON file beside it, which has the same name and `.record.json`.
///
/// It contains no secret, and it proves nothing: no backup is restored because of it. It also states the size of the backup, so a record does not
/// describe another file that has got the name.
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

    /// Adds what `other` says; a note replaces the former one.
    package mutating func add(_ other: Label) {
      tags += other.tags.filter { tag in !tags.contains(where: tag.isExactly) }
      note = other.note ?? note
      isPinned = isPinned || other.isPinned
    }
  }

  /// The last verification.
  package struct Verification: Hashable, Sendable {
    /// The time, in seconds since 1970.
    package let time: Int64
    /// True if the backup was intact.
    package let isIntact: Bool

    package init(time: Int64, isIntact: Bool) {
      self.time = time
      self.isIntact = isIntact
    }

    /// Writes the verification as the member `key`.
    package func write(_ key: String, to writer: inout JSONWriter) {
      writer.object(key) { writer in
        writer.member("time", Timestamp.internet(time))
        writer.member("intact", isIntact)
      }
    }
  }

  /// The last test of restoring the backup, by `okit backup verify --restore-test`.
  package struct RestoreTest: Hashable, Sendable {
    /// The time, in seconds since 1970.
    package let time: Int64
    /// The number of problems that `okit check` would report after the restore.
    package let problems: Int

    package init(time: Int64, problems: Int) {
      self.time = time
      self.problems = problems
    }

    /// Writes the test as the member `key`.
    package func write(_ key: String, to writer: inout JSONWriter) {
      writer.object(key) { writer in
        writer.member("time", Timestamp.internet(time))
        writer.member("problems", problems)
      }
    }
  }

  /// The ending of the file's name, after the name of the backup's file or folder.
  package static let ending = ".record.json"
  /// The id of the workspace in the record of a damaged backup that had no record before.
  static let unknownWorkspace = "00000000-0000-0000-0000-000000000000"
  private static let version = 1
  /// The maximum size of the file in bytes.
  private static let maximumSize: Int64 = 1 << 20

  /// The time of the backup, in seconds since 1970.
  package var created: Int64
  /// The id of the workspace, a UUID; all zeros if it is unknown.
  package var workspace: String
  /// The size of the backup's file in bytes; 0 for a folder.
  package var size: Int64
  /// The size of the file that is about to replace the backup; nil for none.
  var sizeOfReplacement: Int64?
  /// The words of the caller about the backup.
  package var label = Label()
  /// The last verification; nil if there was none.
  package var verification: Verification?
  /// The last restore test; nil if there was none.
  package var restoreTest: RestoreTest?
  /// The number of files in the backup that were already unreadable when it was made, as far as that was noticed then or in a restore test.
  package var unreadableFiles = 0
  /// False for a snapshot of a file or folder that anybody can have made. Otherwise only somebody with the password of the repository can have made it.
  var isAuthenticated = true
  /// True if the last verification found the backup intact, and no unreadable files are known in it.
  package var isVerified: Bool { verification?.isIntact == true && unreadableFiles == 0 }
  /// The last time when nothing had changed since the backup, in seconds since 1970; nil if nobody asked.
  package var confirmed: Int64?

  /// Adds what another record of the same backup says and this one does not.
  mutating func add(_ other: BackupRecord) {
    let own = label
    label = other.label
    label.add(own)
    if verification == nil, other.verification == nil {
      unreadableFiles = max(unreadableFiles, other.unreadableFiles)
    }
    take(laterVerificationOf: other)
    confirmed = [confirmed, other.confirmed].compactMap(\.self).max()
  }

  /// Takes the verification of another record of the same backup if it is the later one.
  mutating func take(laterVerificationOf other: BackupRecord) {
    if let test = other.restoreTest, test.time > restoreTest?.time ?? .min { restoreTest = test }
    guard let found = other.verification, found.time > verification?.time ?? .min else { return }
    (verification, unreadableFiles) = (found, other.unreadableFiles)
  }

  /// Throws an error of kind `malformed` if the last verification of the backup `name` found it damaged.
  func requireNotDamaged(_ name: String) throws {
    guard let verification, !verification.isIntact else { return }
    throw OKitError(
      .malformed, "\(name) was damaged when it was verified on \(Timestamp.internet(verification.time))",
      remedy: .words("run 'okit backup verify' again if you have replaced it, otherwise delete it"))
  }

  /// Throws an error of kind `exists` if the last verification of the copy `name` found it damaged, so that it does not count as one.
  func requireNotDamagedCopy(_ name: String) throws {
    guard let verification, !verification.isIntact else { return }
    throw OKitError(
      .exists,
      "\(name) already exists, and was damaged when it was verified on \(Timestamp.internet(verification.time))",
      remedy: .words("delete it, and copy the backup again"))
  }

  /// True if both records are of the same backup, or of copies of it.
  func isOfSameBackup(as other: BackupRecord) -> Bool {
    created == other.created && workspace.isExactly(other.workspace)
  }

  package init(created: Int64, workspace: String, size: Int64) {
    self.created = created
    self.workspace = workspace
    self.size = size
  }

  /// Returns the size that the record of a backup states: that of its file; 0 for a folder.
  static func size(of status: FileStatus) -> Int64 { status.kind == .folder ? 0 : status.size }

  /// Returns the path of the record of the backup at `path`.
  package static func path(of backup: FilePath) -> FilePath { backup.parent.appending(backup.name + ending) }

  // MARK: - Reading

  /// Parses the text of the record at `path`. Throws an error of kind `malformed`, or `unsupported` for a newer version.
  package init(parsing bytes: JSONBytes, path: FilePath) throws {
    try self.init(JSONDocument(parsing: bytes, path: path).root, path: path)
  }

  /// Reads the record in `root`, a value in the file at `path`. Throws an error of kind `malformed`, or `unsupported` for a newer version.
  init(_ root: JSONValue, path: FilePath) throws {
    let malformed = OKitError(.malformed, "\(path) is not the record of a backup")
    try root.requireVersion(upTo: Self.version, path, otherwise: malformed)
    guard let created = root["created"]?.string.flatMap(Timestamp.parse(internet:)),
      let workspace = root["workspace"]?.string, UUIDText.isValid(workspace), let size = root["size"]?.int, size >= 0
    else { throw malformed }
    self.init(created: created, workspace: workspace, size: Int64(size))
    if let value = root["sizeOfReplacement"] {
      guard let size = value.int, size >= 0 else { throw malformed }
      sizeOfReplacement = Int64(size)
    }
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
    if let value = root["restored"] {
      guard let time = value["time"]?.string.flatMap(Timestamp.parse(internet:)), let problems = value["problems"]?.int,
        problems >= 0
      else { throw malformed }
      restoreTest = RestoreTest(time: time, problems: problems)
    }
    // Without a valid number, the member still says that there are some.
    unreadableFiles = root["unreadable"].map { max($0.int ?? 1, 0) } ?? 0
    if let value = root["confirmed"] {
      guard let time = value.string.flatMap(Timestamp.parse(internet:)) else { throw malformed }
      confirmed = time
    }
  }

  /// Reads the record beside the backup at `path`, which may be of another file that had its name; nil if there is none.
  ///
  /// Throws errors of kind `malformed` (also for a link or a folder) and `unsupported`, and `SystemError`.
  init?(beside backup: FilePath) throws {
    let path = Self.path(of: backup)
    let found: FileStatus?
    do {
      found = try FileStatus.of(path)
    } catch let error as SystemError where error.code == ENAMETOOLONG {
      return nil
    }
    guard let status = found else { return nil }
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
    guard try FileStatus.of(backup) != nil else { return nil }
    try self.init(of: backup, beside: BackupRecord(beside: backup))
  }

  /// Does the same with the record that was read beside the backup; nil if there is none.
  init?(of backup: FilePath, beside record: BackupRecord?) throws {
    guard let status = try FileStatus.of(backup) else { return nil }
    guard status.kind == .folder else {
      guard let record, [record.size, record.sizeOfReplacement].contains(status.size) else { return nil }
      self = record
      size = status.size
      sizeOfReplacement = nil
      return
    }
    let manifest: BackupManifest
    do {
      manifest = try BackupReader(folder: backup).manifest
    } catch let error as OKitError where error.kind == .malformed {
      // The record of a damaged backup still says more than nothing.
      guard let record else { throw error }
      self = record
      return
    }
    let own = BackupRecord(created: manifest.created, workspace: manifest.workspace, size: 0)
    guard let record else {
      self = own
      return
    }
    guard record.isOfSameBackup(as: own), record.size == 0 else { return nil }
    self = record
  }

  /// Returns the record beside the backup at `path` if it describes something else, because the backup was truncated, changed or replaced; nil if it
  /// describes the backup, or if there is none that can be read.
  static func ofSomethingElse(beside path: FilePath) throws -> BackupRecord? {
    guard let record = try BackupRecord(beside: path) else { return nil }
    return try BackupRecord(of: path, beside: record) == nil ? record : nil
  }

  // MARK: - Writing

  /// Returns the text of the file.
  package func encoded() -> [UInt8] {
    var writer = JSONWriter(pretty: true)
    writer.object { write(to: &$0) }
    return writer.bytes + [UInt8(ascii: "\n")]
  }

  /// Writes the members of the record.
  func write(to writer: inout JSONWriter) {
    writer.member("version", Self.version)
    writer.member("created", Timestamp.internet(created))
    writer.member("workspace", workspace)
    writer.member("size", Int(size))
    if let sizeOfReplacement { writer.member("sizeOfReplacement", Int(sizeOfReplacement)) }
    if !label.tags.isEmpty { writer.array("tags", of: label.tags) }
    if let note = label.note { writer.member("note", note) }
    if label.isPinned { writer.member("pinned", true) }
    if let verification { verification.write("verified", to: &writer) }
    if let restoreTest { restoreTest.write("restored", to: &writer) }
    if unreadableFiles > 0 { writer.member("unreadable", unreadableFiles) }
    if let confirmed { writer.member("confirmed", Timestamp.internet(confirmed)) }
  }

  /// Throws an error of kind `exists` if the place of the record of a new backup at `path` is taken by a file that is no record. The record of a
  /// deleted backup may be there.
  static func requirePlace(beside backup: FilePath) throws {
    do {
      _ = try BackupRecord(beside: backup)
    } catch let error as OKitError where error.kind == .malformed {
      throw OKitError(.exists, "\(path(of: backup)) already exists, and is not the record of a backup")
    }
  }

  /// Renames `staged`, a finished backup, to `path`, and writes the record beside it. Only then does the name belong to this process, so that no
  /// other one writes its record. If this throws, the old name is back.
  ///
  /// Throws an error of kind `exists` if something is at `path`, and `SystemError`.
  func place(_ staged: FilePath, at path: FilePath, in storage: Storage) throws {
    try Self.requirePlace(beside: path)
    try storage.system.renameIntoPlace(staged, path)
    do {
      try write(for: path, in: storage)
    } catch {
      try? storage.system.rename(path, to: staged)
      try? storage.system.removeFile(Self.path(of: path))
      throw error
    }
  }

  /// Writes the record of the backup at `path`, in place of its former one. Throws `SystemError`.
  func write(for backup: FilePath, in storage: Storage) throws {
    try storage.writePrivateFile(encoded(), at: Self.path(of: backup))
  }
}
