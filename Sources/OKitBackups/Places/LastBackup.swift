import Ciphers
package import JSONDocument
package import OKitModels
package import OKitStorage

/// The facts about the last backup in a place, each of which has a file of its own: its models, and the sums of the files as they were stored when it was made. From these,
/// `backup create --if-changed` knows without a key that nothing has changed.
///
/// They are in `okit/.last-backup.json`, for other places than the backup folder with a number in the name, and not beside the backup, because they say more about the data than the plain record of a backup may.
package struct LastBackup: Equatable {
  /// A file that went into the backup.
  package struct File: Equatable {
    /// The content as stored; nil if it was not read.
    package let content: Journal.Fingerprint?
    /// The version of the file with that content; nil if another change could have the same times, because the last one was so recent.
    package let stamp: FileStamp?

    package init(content: Journal.Fingerprint?, stamp: FileStamp?) {
      self.content = content
      self.stamp = stamp
    }
  }

  /// The place of a folder, to notice that its disk is not mounted.
  package struct Disk: Equatable {
    /// The path of the folder.
    let folder: String
    /// The path where its file system was mounted.
    let mountPoint: String

    /// The present place of `folder`. Throws `SystemError`.
    init(of folder: FilePath) throws {
      self.init(folder: folder.text, mountPoint: try folder.mountPoint.text)
    }

    fileprivate init(folder: String, mountPoint: String) {
      self.folder = folder
      self.mountPoint = mountPoint
    }
  }

  /// The place of the backups, each of which has a file of its own.
  package struct Place: Equatable {
    /// The path of the file.
    let path: WorkspacePath

    /// The backup folder of the workspace.
    static let own = Place(path: WorkspaceLayout.folder.appending(fileName))

    private init(path: WorkspacePath) { self.path = path }

    /// The folder or repository with this name.
    private init(_ name: String) {
      let digest = Array(name.utf8).withUnsafeBytes(SHA256Hasher.hash).description.prefix(16)
      path = WorkspaceLayout.folder.appending(otherPrefix + digest + ".json")
    }

    /// A folder of backups of `workspace`.
    init(_ folder: FilePath, of workspace: Workspace) {
      self = folder == workspace.backupFolder ? .own : Place(folder.text)
    }

    init(_ repository: BackupRepository) { self.init(repository.name) }

    /// The place of new backups.
    init(_ places: BackupPlaces, _ workspace: Workspace) {
      if let repository = places.repository {
        self.init(repository)
      } else {
        self.init(places.folder?.path ?? workspace.backupFolder, of: workspace)
      }
    }
  }

  /// The name of the file in `okit/` for the workspace's backup folder.
  package static let fileName = ".last-backup.json"
  /// The prefix of the files for other places.
  package static let otherPrefix = ".last-backup-"
  private static let version = 1
  /// The maximum size in bytes. A workspace of a million files needs less.
  private static let maximumSize: Int64 = 1 << 30

  /// The name of the backup's file or folder.
  package var backup: String
  /// The time of the backup, in seconds since 1970. Another backup may have got its name.
  package var created: Int64
  /// The models in the backup.
  package var models: [ModelName]
  /// The models of the backup before it that are not in this one.
  package var lostModels: [ModelName] = []
  /// The format and the protection. A backup of another kind does not stand for it.
  package var kind: String
  /// The place of a backup folder outside of the workspace; nil for any other place.
  package var disk: Disk?
  /// The stored files by their paths, relative to the workspace or absolute; nil if they were not compared.
  package var files: [ExactText: File]?

  package init(backup: String, created: Int64, models: [ModelName], kind: String) {
    self.backup = backup
    self.created = created
    self.models = models
    self.kind = kind
  }

  // MARK: - Reading

  /// Reads the facts; nil if there are none. Throws errors of kind `malformed` and `unsupported`, and `SystemError`.
  package init?(of workspace: Workspace, in place: Place) throws {
    let path = workspace.storage.absolute(place.path)
    guard try FileStatus.of(path) != nil else { return nil }
    let file = try OpenFile(path)
    guard file.size <= Self.maximumSize else { throw OKitError(.malformed, "\(path) is too large") }
    try self.init(parsing: file.contents(), path: path)
  }

  /// Parses the text of the file at `path`. Throws an error of kind `malformed`, or `unsupported` for a newer version.
  package init(parsing bytes: JSONBytes, path: FilePath) throws {
    let malformed = OKitError(.malformed, "\(path) does not describe a backup")
    let root = try JSONDocument(parsing: bytes, path: path).root
    try root.requireVersion(upTo: Self.version, path, otherwise: malformed)
    func names(_ key: String) throws -> [ModelName] {
      guard let list = root[key], list.kind == .array else { throw malformed }
      return try list.elements.map { value in
        guard let name = value.string.flatMap({ try? ModelName($0) }) else { throw malformed }
        return name
      }
    }
    guard let backup = root["backup"]?.string, PathComponent.fault(of: backup) == nil,
      let created = root["created"]?.string.flatMap(Timestamp.parse(internet:)), let kind = root["kind"]?.string
    else { throw malformed }
    self.init(backup: backup, created: created, models: try names("models"), kind: kind)
    lostModels = try names("lostModels")
    if let folder = root["folder"]?.string, let mountPoint = root["mountPoint"]?.string {
      disk = Disk(folder: folder, mountPoint: mountPoint)
    }
    guard let list = root["files"] else { return }
    guard list.kind == .array else { throw malformed }
    var files: [ExactText: File] = [:]
    for value in list.elements {
      guard let path = value["path"]?.string, let file = Self.file(value) else { throw malformed }
      files[ExactText(path)] = file
    }
    self.files = files
  }

  private static func file(_ value: JSONValue) -> File? {
    guard let size = value["size"]?.int, size >= 0 else { return nil }
    var content: Journal.Fingerprint?
    if let sum = value["sha256"] {
      guard let digest = sum.string.flatMap(SHA256Digest.init(hex:)) else { return nil }
      content = Journal.Fingerprint(size: Int64(size), digest: digest)
    }
    guard let numbers = value["stamp"] else { return File(content: content, stamp: nil) }
    let parts = numbers.kind == .array ? numbers.elements.compactMap(\.int) : []
    guard parts.count == 4 else { return nil }
    let stamp = FileStamp(
      device: UInt64(truncatingIfNeeded: parts[0]), inode: UInt64(truncatingIfNeeded: parts[1]), size: Int64(size),
      modified: Int64(parts[2]), changed: Int64(parts[3]))
    return File(content: content, stamp: stamp)
  }

  // MARK: - Writing

  /// Returns the text of the file.
  package func encoded() -> [UInt8] {
    var writer = JSONWriter(pretty: false)
    writer.object { writer in
      writer.member("version", Self.version)
      writer.member("backup", backup)
      writer.member("created", Timestamp.internet(created))
      writer.array("models", of: models.map(\.description))
      writer.array("lostModels", of: lostModels.map(\.description))
      writer.member("kind", kind)
      if let disk {
        writer.member("folder", disk.folder)
        writer.member("mountPoint", disk.mountPoint)
      }
      guard let files else { return }
      writer.array("files") { writer in
        for (path, file) in files.sorted(by: { $0.key.text < $1.key.text }) {
          writer.object { writer in
            writer.member("path", path.text)
            writer.member("size", Int(file.content?.size ?? file.stamp?.size ?? 0))
            if let content = file.content { writer.member("sha256", content.digest.description) }
            guard let stamp = file.stamp else { return }
            writer.array(
              "stamp",
              of: [
                Int(truncatingIfNeeded: stamp.device), Int(truncatingIfNeeded: stamp.inode), Int(stamp.modified),
                Int(stamp.changed),
              ])
          }
        }
      }
    }
    return writer.bytes + [UInt8(ascii: "\n")]
  }

  /// Writes the facts in place of those about the backup before. Needs the exclusive lock. Throws `SystemError`.
  func write(_ place: Place, in storage: Storage) throws {
    try storage.writePrivateFile(encoded(), at: storage.absolute(place.path))
  }

  // MARK: - Comparing

  /// True if `files` have the content of those that went into the backup, or are those files.
  func hasContent(of files: [ExactText: File]) -> Bool {
    guard let former = self.files, former.count == files.count else { return false }
    return former.allSatisfy { path, old in
      guard let new = files[path] else { return false }
      return old.content.map { $0 == new.content } ?? (old.stamp != nil && old.stamp == new.stamp)
    }
  }

  /// Returns the backup, if it still exists among `backups`, is not known to be damaged, and none of them is a newer one of the workspace `id`.
  func backup(among backups: [BackupListing.Backup], of id: String) -> BackupListing.Backup? {
    var found: BackupListing.Backup?
    for backup in backups where !backup.isSafetyBackup {
      guard let record = try? backup.record(), record.workspace.isExactly(id) else { continue }
      if record.created > created { return nil }
      let isThis = (backup.source.path?.name ?? backup.name).isExactly(self.backup) && record.created == created
      if isThis, record.verification?.isIntact != false { found = backup }
    }
    return found
  }
}
