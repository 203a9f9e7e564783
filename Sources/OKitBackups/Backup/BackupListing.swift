import JSONDocument
package import OKitModels
package import OKitStorage

/// The backups of a workspace.
package struct BackupListing {
  /// One backup.
  package struct Backup: Equatable, Sendable {
    /// The name without the file extension.
    package let name: String
    /// The format.
    package let format: BackupFormat
    /// The path of the file or folder.
    package let path: FilePath
    /// The modification time of the file or folder, in seconds since 1970.
    package let modified: Int64
    /// The same time in nanoseconds, to tell the order of backups of one second.
    let modifiedNanoseconds: Int64
    fileprivate let fileSize: Int64

    /// The size in bytes. That of a folder is the total of its files, which are examined each time.
    ///
    /// Throws `SystemError`.
    package var size: Int64 {
      get throws { format == .directory ? try BackupListing.treeSize(path) : fileSize }
    }

    /// True for a backup that a change made before it removed data.
    package var isSafetyBackup: Bool { format == .directory && BackupName.isSafetyBackup(name) }

    /// Returns the record of the backup; nil if there is none. See ``BackupRecord/init(of:)``.
    package func record() throws -> BackupRecord? { try BackupRecord(of: path) }
  }

  /// A backup with its record; nil if there is none that can be read.
  package typealias Recorded = (backup: Backup, record: BackupRecord?)

  /// The backups, newest first.
  package let backups: [Backup]

  /// Lists the backups of `workspace`.
  ///
  /// Throws `SystemError` if the backup folder cannot be read. A missing folder counts as empty.
  package init(_ workspace: Workspace) throws {
    let folder = workspace.backupFolder
    backups = try FolderListing(folder).entries.compactMap { entry in
      try Self.backup(entry, in: folder)
    }.sorted { ($0.modifiedNanoseconds, $0.name) > ($1.modifiedNanoseconds, $1.name) }
  }

  /// The backups with their records as far as they can be read, by the time of the record, the newest first. Copies often have another time of change.
  package func byCreation() -> [Recorded] {
    let records = backups.map { ($0, try? $0.record()) }
    return records.sorted { left, right in
      let (first, second) = (left.1?.created ?? left.0.modified, right.1?.created ?? right.0.modified)
      return (first, left.0.modifiedNanoseconds, left.0.name) > (second, right.0.modifiedNanoseconds, right.0.name)
    }
  }

  /// Returns the path of the newest backup that is not newer than `time`, in seconds since 1970, without safety backups; nil if there is none.
  package func newest(until time: Int64) -> FilePath? {
    byCreation().first { backup, record in
      !backup.isSafetyBackup && record.map { $0.created <= time } ?? (backup.modified <= time)
    }?.backup.path
  }

  private static func backup(_ entry: FolderEntry, in folder: FilePath) throws -> Backup? {
    let path = folder.appending(entry.name)
    guard let format = format(of: entry, path), let status = try FileStatus.of(path) else { return nil }
    return Backup(
      name: entry.name.withoutSuffix(format.ending) ?? entry.name, format: format, path: path,
      modified: Int64(status.stamp.modified / 1_000_000_000), modifiedNanoseconds: status.stamp.modified,
      fileSize: status.size)
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

  /// Returns the path of the backup `name`: `name` itself if it contains a slash, else that of a backup of the workspace, with or without its
  /// file extension.
  ///
  /// Throws an error of kind `notFound`, or of kind `usage` if the name is ambiguous.
  package static func path(of name: String, in workspace: Workspace?, from folder: FilePath) throws -> FilePath {
    if isPath(name) { return FilePath(name, in: folder) }
    guard let workspace else {
      throw OKitError(
        .notFound, "no workspace to search for backup \(PathComponent.printable(name))",
        remedy: .words(
          "give the path of a backup file, such as \(ShellWord.quoted("./\(name)")), or name the workspace with -C DIR")
      )
    }
    // A name with a file extension means that file. A folder has no extension, so it does not take precedence over files of the same name.
    if let backup = try backup(atFile: name, in: workspace), backup.format != .directory { return backup.path }
    let named = try BackupFormat.allCases.compactMap { try backup(atFile: name + $0.ending, in: workspace) }
    guard named.count <= 1 else {
      let names = named.map { $0.name + $0.format.ending }.joined(separator: ", ")
      throw OKitError(
        .usage, "\(PathComponent.printable(name)) matches several backups: \(names)",
        remedy: .words("give a path, such as \(PathComponent.printable(named[0].path.text))"))
    }
    guard let backup = named.first else {
      let names = try BackupListing(workspace).backups.map(\.name)
      throw OKitError(
        .notFound, "no such backup: \(PathComponent.printable(name))",
        remedy: names.isEmpty
          ? .words("run 'okit backup create' to create one") : .candidates(names, insteadOf: name))
    }
    return backup.path
  }

  /// True if `text` is the path of a backup anywhere, and not the name of a backup of the workspace.
  package static func isPath(_ text: String) -> Bool { text.utf8.contains(UInt8(ascii: "/")) }

  /// True if the folder at `path` is a backup.
  package static func isBackup(_ path: FilePath) throws -> Bool {
    try FileStatus.of(path.appending(BackupManifest.fileName)) != nil
  }

  /// Returns the name of the backup at `path`.
  package static func name(of path: FilePath) -> String {
    let name = path.name
    return [BackupFormat.archive, .zip].lazy.compactMap { name.withoutSuffix($0.ending) }.first ?? name
  }

  /// Returns the backup with this exact file name; nil if there is none. Examines no other backup.
  private static func backup(atFile name: String, in workspace: Workspace) throws -> Backup? {
    guard PathComponent.fault(of: name) == nil,
      let status = try FileStatus.of(workspace.backupFolder.appending(name))
    else { return nil }
    return try backup(FolderEntry(name: name, kind: status.kind), in: workspace.backupFolder)
  }
}

extension Workspace {
  /// Removes the backups at `paths`, in any format. Calls `removed` with each removed path.
  ///
  /// Throws an error of kind `busy` if another process locks the workspace for longer than the lock timeout, and `SystemError`. Backups already
  /// passed to `removed` stay removed.
  package func removeBackups(_ paths: [FilePath], removed: (FilePath) -> Void) throws {
    try writing { try removeLockedBackups(paths, removed: removed) }
  }

  /// Does the same under the exclusive lock, which the caller holds.
  func removeLockedBackups(_ paths: [FilePath], removed: (FilePath) -> Void) throws {
    for path in paths {
      // The backup is renamed first, so that there is never half a backup under its name.
      let doomed = path.parent.appending(storage.stagedName())
      try storage.system.renameIntoPlace(path, doomed)
      removed(path)
      do {
        try storage.system.removeTree(doomed)
      } catch let error as SystemError {
        observer.warned("deleted \(path), but it uses disk space until the next command that writes: \(error)")
      }
      try observer.warnOnFailure(to: "remove the record of \(path)") {
        // A file that is no record belongs to somebody else.
        if (try? BackupRecord(beside: path)) != nil { try storage.system.removeFile(BackupRecord.path(of: path)) }
      }
    }
  }
}
