import JSONDocument
package import OKitModels
package import OKitStorage

/// The backups in a folder.
package struct BackupListing {
  /// One backup.
  package struct Backup {
    /// The name without the file extension.
    package let name: String
    /// The format; nil for a snapshot in a repository.
    package let format: BackupFormat?
    /// The place.
    package let source: BackupSource
    /// The modification time of the file or folder, in seconds since 1970; the time of the backup for a snapshot.
    package let modified: Int64
    /// The same time in nanoseconds, to tell the order of backups of one second.
    package let modifiedNanoseconds: Int64
    fileprivate let fileSize: Int64
    /// The record of the last verification if it could not be written beside the backup.
    private var kept: BackupRecord?

    /// The size in bytes. That of a folder is the total of its files, which are examined each time. That of a snapshot is the size before restic
    /// compresses it.
    ///
    /// Throws `SystemError`.
    package var size: Int64 {
      get throws {
        if case .file(let path) = source, format == .directory { return try BackupListing.treeSize(path) }
        return fileSize
      }
    }

    /// True for a backup that a change made before it removed data.
    package var isSafetyBackup: Bool { BackupName.isSafetyBackup(name) }

    /// Returns what the backup is ordered by, if `created` is the time in its record. Copies often have another time of change.
    package func order(created: Int64?) -> (Int64, Int64, String) { (created ?? modified, modifiedNanoseconds, name) }

    /// Returns the record of the backup; nil if there is none. See ``BackupRecord/init(of:)``.
    package func record() throws -> BackupRecord? {
      switch source {
      case .file(let path):
        guard let kept else { return try BackupRecord(of: path) }
        guard var record = try? BackupRecord(of: path) else { return kept }
        record.take(laterVerificationOf: kept)
        return record
      case .snapshot(let snapshot): return snapshot.record
      }
    }

    /// True if the last verification in `record`, that of the backup, found it damaged, if it is not what its record describes, or if it is an empty file.
    /// The backup is not read.
    package func isKnownToBeDamaged(_ record: BackupRecord?) -> Bool {
      record.map { $0.verification?.isIntact == false } ?? (recordOfSomethingElse != nil || isEmptyFile)
    }

    /// True for a file without a byte, which some other program left.
    var isEmptyFile: Bool { source.path != nil && format != .directory && fileSize == 0 }

    /// The record of the backup if it describes something else, because the backup was truncated, changed or replaced; nil otherwise.
    var recordOfSomethingElse: BackupRecord? {
      source.path.flatMap { try? BackupRecord.ofSomethingElse(beside: $0) }
    }

    /// The backup in a snapshot.
    init(_ snapshot: BackupSnapshot) {
      name = snapshot.name
      format = nil
      source = .snapshot(snapshot)
      let created = snapshot.record.created
      (modified, modifiedNanoseconds) = (created, created * 1_000_000_000)
      fileSize = snapshot.record.size
    }

    fileprivate init(_ path: FilePath, _ format: BackupFormat, _ status: FileStatus, _ verifications: KeptVerifications)
    {
      name = path.name.withoutSuffix(format.ending) ?? path.name
      self.format = format
      source = .file(path)
      (modified, modifiedNanoseconds) = (Int64(status.stamp.modified / 1_000_000_000), status.stamp.modified)
      fileSize = status.size
      kept = verifications.record(of: path, status)
    }
  }

  /// A backup with its record; nil if there is none that can be read.
  package typealias Recorded = (backup: Backup, record: BackupRecord?)

  /// The backups, newest first.
  package let backups: [Backup]

  /// Lists the backups in the backup folder of `workspace`.
  ///
  /// Throws the errors of ``BackupFolder/listing()``.
  package init(_ workspace: Workspace) throws {
    try workspace.requireBackupFolder()
    try self.init(in: workspace.backupFolder, KeptVerifications(of: workspace))
  }

  /// Lists the backups in `folder`. Throws an error of kind `notFound` if it is not a folder, and `SystemError` if it cannot be read. A missing folder
  /// counts as empty.
  init(in folder: FilePath, _ verifications: KeptVerifications) throws {
    try Self.requireFolder(folder)
    backups = try FolderListing(folder).entries.compactMap { entry in
      try Self.backup(entry, in: folder, verifications)
    }.sorted { ($0.modifiedNanoseconds, $0.name) > ($1.modifiedNanoseconds, $1.name) }
  }

  /// Throws an error of kind `notFound` if there is something else than a folder at `path`, such as a link to a disk that is missing.
  static func requireFolder(_ path: FilePath) throws {
    guard try FileStatus.of(path) != nil, try FileStatus.of(path, followingLinks: true)?.kind != .folder else { return }
    throw OKitError(.notFound, "\(path) is not a folder")
  }

  private static func backup(
    _ entry: FolderEntry, in folder: FilePath, _ verifications: KeptVerifications = KeptVerifications()
  ) throws -> Backup? {
    let path = folder.appending(entry.name)
    guard let format = format(of: entry, path), let status = try FileStatus.of(path) else { return nil }
    return Backup(path, format, status, verifications)
  }

  private static func format(of entry: FolderEntry, _ path: FilePath) -> BackupFormat? {
    guard !entry.isHidden else { return nil }
    switch entry.kind {
    case .file: return [BackupFormat.archive, .zip].first { entry.name.withoutSuffix($0.ending) != nil }
    case .folder:
      return (try? isBackup(path)) == true ? .directory : nil
    case .link, .other: return nil
    }
  }

  /// Returns the size of the backup at `path` in bytes; of a folder, the total of its files. Throws `SystemError`.
  static func size(ofBackup path: FilePath) throws -> Int64 {
    guard let status = try FileStatus.of(path) else { return 0 }
    return status.kind == .folder ? try treeSize(path) : status.size
  }

  fileprivate static func treeSize(_ path: FilePath) throws -> Int64 {
    try FolderListing(path).entries.reduce(0) { sum, entry in
      let path = path.appending(entry.name)
      switch entry.kind {
      case .folder: return try sum + treeSize(path)
      default: return try sum + (FileStatus.of(path)?.size ?? 0)
      }
    }
  }

  /// Returns the path of the backup `name` in `folder`, with or without its file extension; nil if there is none.
  ///
  /// Throws an error of kind `usage` if the name is ambiguous.
  static func path(of name: String, in folder: FilePath) throws -> FilePath? {
    // A name with a file extension means that file. A folder has no extension, so it does not take precedence over files of the same name.
    if let backup = try backup(atFile: name, in: folder), backup.format != .directory { return backup.source.path }
    let named = try BackupFormat.allCases.compactMap { try backup(atFile: name + $0.ending, in: folder)?.source.path }
    guard named.count <= 1 else {
      throw OKitError(
        .usage,
        "\(PathComponent.printable(name)) matches several backups: \(named.map(\.name).joined(separator: ", "))",
        remedy: .words("give a path, such as \(PathComponent.printable(named[0].text))"))
    }
    return named.first
  }

  /// True if `text` is the path of a backup anywhere, and not the name of a backup of the workspace.
  package static func isPath(_ text: String) -> Bool { text.utf8.contains(UInt8(ascii: "/")) }

  /// True if the folder at `path` is a backup.
  package static func isBackup(_ path: FilePath) throws -> Bool {
    try FileStatus.of(path.appending(BackupManifest.fileName)) != nil
  }

  /// Returns the name of the backup at `path`.
  package static func name(of path: FilePath) -> String { BackupSource.file(path).name }

  /// Returns the backup with this exact file name; nil if there is none. Examines no other backup.
  private static func backup(atFile name: String, in folder: FilePath) throws -> Backup? {
    guard PathComponent.fault(of: name) == nil, let status = try FileStatus.of(folder.appending(name)) else {
      return nil
    }
    return try backup(FolderEntry(name: name, kind: status.kind), in: folder)
  }
}
