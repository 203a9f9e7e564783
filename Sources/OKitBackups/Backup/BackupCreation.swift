import Archives
import Ciphers
import Glibc
import JSONDocument
package import OKitModels
package import OKitStorage
import Restic

/// Creates backups of a workspace.
package struct BackupCreation {
  /// The destination of a backup.
  package enum Destination {
    /// A folder; nil for the workspace's backup folder.
    case folder(FilePath?)
    /// A file that does not exist yet.
    case file(FilePath)
    /// A stream that receives the archive piece by piece. An error that it throws ends the backup.
    case stream((UnsafeRawBufferPointer) throws -> Void)
    /// A repository, which has a format and a protection of its own.
    case repository(BackupRepository)
  }

  /// The result of a backup.
  package struct Outcome: Equatable, Sendable {
    /// The name of the backup.
    package let name: String
    /// The path of the backup; nil for a stream and in a repository.
    package let path: FilePath?
    /// The time of the backup, in seconds since 1970.
    package let created: Int64
    /// The size in bytes; of a folder, the size of all files without the manifest and the checksums; 0 for a stream.
    package let size: Int64
    /// The models in the backup.
    package let models: [ModelName]
    /// The number of files in the backup.
    package let files: Int
    /// True if the backup contains decrypted models.
    package let isDecrypted: Bool
    /// The models whose files have disappeared although nobody deleted the models. The backup does not contain them.
    package let missing: [ModelName]
    /// The models that are stored behind HTTP. The backup does not contain them.
    package let remoteModels: [ModelName]
    /// The paths of `definitions` in `okit.json` outside of `okit/model`. The backup contains their Swift files.
    package let outsideDefinitions: [String]
    /// True if no backup was made, because nothing has changed since the one at ``path``.
    package var isUnchanged = false
  }

  let workspace: Workspace
  private let scryptWorkFactor: Int
  var system: FileSystem { workspace.storage.system }

  /// Prepares backups of `workspace`. `scryptWorkFactor` is the binary logarithm of the cost of scrypt; only tests lower it.
  package init(_ workspace: Workspace, scryptWorkFactor: Int = 18) {
    self.workspace = workspace
    self.scryptWorkFactor = scryptWorkFactor
  }

  /// Creates a backup.
  ///
  /// `created` is in seconds since 1970 and defaults to the current time. If `name` is nil, the backup is named after that time in UTC, with a
  /// number if the name is taken. It is still an error if another program creates a backup of the same name at the same time. `label` goes into the
  /// plain record beside the backup. With `onlyIfChanged`, which folders and repositories allow, makes no backup if nothing has changed since the last
  /// one there, but records that, and adds the label to its record. Pass false for `isSeries` if no other backup
  /// follows in the same folder; otherwise okit remembers the models, and warns if the next backup lacks one.
  ///
  /// A `directory` is always as stored. Throws errors of kind `exists`, `locked` (no key opens a model), `malformed` (a model is damaged),
  /// `usage` (a stream with another format than `archive`, or a destination among the files to back up), `busy` (a file changed, or another
  /// process holds the lock), and `SystemError`. In each case no file is left behind.
  package func create(
    _ name: String?, format: BackupFormat, to destination: Destination, asStored: Bool,
    protection: borrowing BackupProtection, label: BackupRecord.Label = .init(), created: Int64? = nil,
    onlyIfChanged: Bool = false, isSeries: Bool = true
  ) throws -> Outcome {
    if let name { try BackupName.check(name) }
    switch destination {
    case .folder(nil):
      try workspace.requireTrusted()
      try workspace.requireBackupFolder()
    case .folder(let folder?): try workspace.storage.requireBackupsAllowed(in: folder)
    case .file(let path): try workspace.storage.requireBackupsAllowed(in: path.parent)
    case .stream: break
    case .repository(let repository):
      if let folder = repository.restic.location.folder { try workspace.storage.requireBackupsAllowed(in: folder) }
      try repository.restic.requirePresent()
      // The workspace is not locked meanwhile. A dry run needs no password.
      if !workspace.isDryRun { try repository.restic.prepare() }
    }
    let content: BackupManifest.Content = asStored || format == .directory ? .asStored : .decrypted
    if content == .decrypted { try workspace.prepareKeys() }
    func unusedName() throws -> String { try self.unusedName(created ?? Timestamp.now(), for: destination) }
    var otherPath: (() throws -> FilePath?)?
    if name == nil, case .folder = destination { otherPath = { try finalPath(unusedName(), format, destination) } }
    let requiresUnusedName = name != nil
    let name = try name ?? unusedName()
    func requireUnusedInRepository() throws {
      guard requiresUnusedName, case .repository(let repository) = destination, !workspace.isDryRun else { return }
      let backups = try repository.backups(of: workspace.requireConfiguration().id)
      if backups.contains(where: { $0.name.isExactly(name) }) {
        throw OKitError(.exists, "\(PathComponent.printable(name)) already exists in \(repository.name)")
      }
    }
    if !onlyIfChanged { try requireUnusedInRepository() }
    let hooks = try StepHooks(workspace, before: .beforeBackup, after: .afterBackup)
    let models = try hooks.isEmpty ? [] : workspace.storedModels()
    try hooks.runBefore {
      let path = try finalPath(name, format, destination)
      if otherPath == nil, !onlyIfChanged { try requireUnused(path, format) }
      $0.writeHookInput(name: name, file: path, models: models)
    }
    let kind = Self.kind(format, content, protection, destination)
    var isOwnFolder = false
    if case .folder(let folder) = destination { isOwnFolder = folder == nil || folder == workspace.backupFolder }
    let places = try isSeries || isOwnFolder || onlyIfChanged ? lastBackupPlaces(destination) : nil
    let last = places.map { LastBackupSearch(workspace, in: $0, kind: kind) }
    var files: StoredFiles?
    if onlyIfChanged, let last {
      // A hook may have changed the data.
      let found = try last.searchForChanges(label)
      if let unchanged = found.unchanged { return try self.outcome(unchanged, content) }
      files = found.files
    }
    if onlyIfChanged { try requireUnusedInRepository() } else { files = try last?.storedFiles() }
    let outcome = try create(
      name, format, destination, content, protection, label, created: created, otherPath: otherPath)
    try last?.note(outcome, files)
    if onlyIfChanged, !workspace.isDryRun, !workspace.canHaveFacts {
      workspace.observer.warned(
        "cannot record the backup in \(workspace.storage.okitFolder), so the next one is made even if nothing has changed"
      )
    }
    try hooks.runAfter { $0.writeHookInput(name: name, file: outcome.path, models: models) }
    return outcome
  }

  /// Creates the backup. `otherPath` returns another path if another process has taken the first one; nil if the caller chose it.
  private func create(
    _ name: String, _ format: BackupFormat, _ destination: Destination, _ content: BackupManifest.Content,
    _ protection: borrowing BackupProtection, _ label: BackupRecord.Label, created: Int64?,
    otherPath: (() throws -> FilePath?)?
  ) throws -> Outcome {
    if !workspace.isDryRun, case .repository(let repository) = destination {
      return try create(name, in: repository, content, label, created: created)
    }
    return try workspace.storage.reading(recovering: !workspace.isDryRun) {
      var record = try record(label, created: created)
      let finalPath = try finalPath(name, format, destination)
      if otherPath == nil { try requireUnused(finalPath, format) }
      if !workspace.isDryRun, case .folder(nil) = destination {
        try workspace.ensureBackupFolder()
      }
      let sealing =
        !workspace.isDryRun && format == .archive
        ? try ArchiveEncryption(protection, scryptWorkFactor: scryptWorkFactor) : nil
      let (writer, missing) = try prepare(record, content)
      record.unreadableFiles = writer.contents.unreadableFiles
      func outcome(_ path: FilePath?, _ size: Int64) -> Outcome {
        self.outcome(of: writer, path.map(BackupListing.name) ?? name, path, size: size, missing: missing)
      }
      if workspace.isDryRun { return outcome(finalPath, 0) }
      return try workspace.observer.step("backing up", totalBytes: writer.contents.size) {
        guard let finalPath else {
          if let sealing, case .stream(let sink) = destination { try archive(writer, sealing, to: sink) }
          return outcome(nil, 0)
        }
        let place = try staging(at: finalPath, format, record, otherPath: otherPath) { staged in
          if format == .directory {
            try system.createFolder(staged, mode: FileSystem.privateFolder)
            return try writer.write(to: FolderSink(staged, system: system))
          }
          let file = try system.createFile(staged, mode: FileSystem.privateFile)
          if let sealing {
            try archive(writer, sealing) { try file.write($0) }
          } else {
            try Self.zip(writer, protection, to: file)
          }
          try file.flush()
        }
        return try outcome(place, format == .directory ? writer.contents.size : FileStatus.of(place)?.size ?? 0)
      }
    }
  }

  /// Creates the backup in a repository.
  private func create(
    _ name: String, in repository: BackupRepository, _ content: BackupManifest.Content, _ label: BackupRecord.Label,
    created: Int64?
  ) throws -> Outcome {
    let (unfinished, outcome, unreadableFiles) = try workspace.storage.reading {
      let record = try record(label, created: created)
      var prepared: (writer: BackupWriter, missing: [ModelName])?
      // restic takes some time until it has opened the repository. The models are read meanwhile, only once, even if restic has to be started again. The price
      // is that a wrong password is noticed only after that.
      let unfinished = try repository.begin(name, record) { sink in
        let found = try prepared ?? prepare(record, content)
        prepared = found
        let writer = found.writer
        try workspace.observer.step("backing up", totalBytes: writer.contents.size) {
          try writer.write(to: SnapshotArchive(writer.manifest, sink: sink))
        }
      }
      guard let (writer, missing) = prepared else { preconditionFailure("restic has read no archive") }
      let outcome = self.outcome(of: writer, name, nil, size: writer.contents.size, missing: missing)
      return (unfinished, outcome, writer.contents.unreadableFiles)
    }
    // The workspace is not locked any more, because this can wait for others.
    try workspace.observer.step("completing the backup") {
      try repository.finish(
        unfinished, size: outcome.size, unreadableFiles: unreadableFiles, timeout: workspace.storage.lockTimeout,
        observer: workspace.observer)
    }
    return outcome
  }

  /// Returns the record of the backup, without its size.
  private func record(_ label: BackupRecord.Label, created: Int64?) throws -> BackupRecord {
    let id = try workspace.requireConfiguration().id
    var record = BackupRecord(created: created ?? Timestamp.now(), workspace: id, size: 0)
    record.label = label
    return record
  }

  /// Reads what the backup contains. Returns also the models that have no file.
  private func prepare(
    _ record: BackupRecord, _ content: BackupManifest.Content
  ) throws -> (writer: BackupWriter, missing: [ModelName]) {
    let contents = try workspace.observer.step("reading the models") {
      try BackupContents(of: workspace, content: content)
    }
    let manifest = contents.manifest(created: record.created, workspace: record.workspace)
    // Reports missing models, so that a rotation of backups does not remove the last one with such a model unnoticed.
    let missing = try workspace.warnOfMissingModels(ModelKinds(workspace), notIn: "the backup")
    return (BackupWriter(contents: contents, manifest: manifest, observer: workspace.observer), missing)
  }

  private func outcome(
    of writer: BackupWriter, _ name: String, _ path: FilePath?, size: Int64, missing: [ModelName]
  ) -> Outcome {
    let (contents, manifest) = (writer.contents, writer.manifest)
    warn(of: contents)
    return Outcome(
      name: name, path: path, created: manifest.created, size: size, models: manifest.models.map(\.name),
      files: manifest.files.count, isDecrypted: manifest.content == .decrypted, missing: missing,
      remoteModels: contents.remoteModels, outsideDefinitions: contents.outsideDefinitions)
  }

  /// Reports the warnings about the files of a backup. Call it only after the backup succeeded, or in a dry run.
  func warn(of contents: BackupContents) {
    for warning in contents.warnings { workspace.observer.warned(warning) }
  }

  private func unusedName(_ created: Int64, for destination: Destination) throws -> String {
    guard case .folder(let folder) = destination else { return Timestamp.compact(created) }
    return try BackupName.dated(created, in: folder ?? workspace.backupFolder)
  }

  private func finalPath(_ name: String, _ format: BackupFormat, _ destination: Destination) throws -> FilePath? {
    switch destination {
    case .stream:
      guard format == .archive else { throw OKitError(.usage, "only an archive can be written to a stream") }
      return nil
    case .repository: return nil
    case .file(let file): return file
    case .folder(let folder): return (folder ?? workspace.backupFolder).appending(name + format.ending)
    }
  }

  /// Throws an error of kind `exists` if there is a file or folder at `path` or in the place of its record, or if its name would be ambiguous.
  private func requireUnused(_ path: FilePath?, _ format: BackupFormat) throws {
    guard let path else { return }
    guard try FileStatus.of(path) == nil else { throw OKitError(.exists, "\(path) already exists") }
    try BackupRecord.requirePlace(beside: path)
    try requireUnambiguous(path, format)
  }

  /// Throws an error of kind `exists` if the workspace has a backup of this name in another format, because the name would be ambiguous.
  private func requireUnambiguous(_ path: FilePath, _ format: BackupFormat) throws {
    let folder = path.parent
    guard folder.resolvingExistingPrefix == workspace.backupFolder.resolvingExistingPrefix else { return }
    let name = BackupListing.name(of: path)
    for other in BackupFormat.allCases where other != format {
      let present = folder.appending(name + other.ending)
      if try FileStatus.of(present) != nil { throw OKitError(.exists, "\(present) already exists") }
    }
  }

  // MARK: - Writing

  private func archive(
    _ writer: BackupWriter, _ sealing: ArchiveEncryption, to sink: @escaping CipherSink
  ) throws {
    try sealing.seal(to: sink, whileWaiting: { try workspace.observer.advanced(byBytes: 0) }) { sealed in
      try BackupArchive.translating("the backup") {
        try writer.write(to: TarZstdWriter(threads: Self.threads, sink: sealed))
      }
    }
  }

  /// The maximum length of a password, in bytes, with which 7-Zip opens a zip archive.
  private static let maximumZipPasswordLength = 99

  /// Throws an error of kind `usage` for a password that 7-Zip does not accept.
  static func requireZipPassword(_ password: borrowing SecretBytes) throws {
    guard password.count <= maximumZipPasswordLength, !password.withUnsafeBytes({ $0.contains(0) }) else {
      throw OKitError(
        .usage, "7-Zip requires a zip password without NUL and with at most \(maximumZipPasswordLength) bytes")
    }
  }

  private static func zip(
    _ writer: BackupWriter, _ protection: borrowing BackupProtection, to file: WritableFile
  ) throws {
    switch protection {
    case .password(let password):
      try requireZipPassword(password)
      let zip = try password.withUnsafeBytes { password in
        try ZipWriter(password: password) { try file.write($0) }
      }
      try BackupArchive.translating("the backup") { try writer.write(to: zip) }
    default:
      throw OKitError(.usage, "a zip takes a password, not recipients")
    }
  }

  /// The number of threads that compress an archive.
  static var threads: Int { min(max(Int(sysconf(Int32(_SC_NPROCESSORS_ONLN))), 1), 4) }

  // MARK: - Staging

  /// Writes a temporary file or folder and renames it to `path` at the end, so that what is at `path` is always complete. Then writes the record
  /// beside it. Returns the final path.
  ///
  /// Backups can be created at the same time. If the path is taken, tries those that `otherPath` returns.
  private func staging(
    at path: FilePath, _ format: BackupFormat, _ record: BackupRecord, otherPath: (() throws -> FilePath?)?,
    _ write: (FilePath) throws -> Void
  ) throws -> FilePath {
    var path = path
    var record = record
    try workspace.storage.staging(path) { staged in
      try write(staged)
      if format != .directory { record.size = try FileStatus.of(staged)?.size ?? 0 }
      while true {
        do {
          try requireUnambiguous(path, format)
          return try record.place(staged, at: path, in: workspace.storage)
        } catch let error as OKitError where error.kind == .exists {
          guard let other = try otherPath?() else { throw error }
          path = other
        }
      }
    }
    return path
  }

  // MARK: - The last backup

  /// Returns the format and the protection of a backup, without secrets.
  private static func kind(
    _ format: BackupFormat, _ content: BackupManifest.Content, _ protection: borrowing BackupProtection,
    _ destination: Destination
  ) -> String {
    if case .repository = destination { return "snapshot \(content.rawValue)" }
    let protection =
      switch protection {
      // A dry run asks for no password.
      case .none: format == .directory ? "unprotected" : "password"
      case .password: "password"
      case .recipients(let recipients): recipients.map(\.description).sorted().joined(separator: ",")
      }
    return "\(format.rawValue) \(content.rawValue) \(protection)"
  }

  /// Returns where the backups before this one are; nil for a destination without others.
  private func lastBackupPlaces(_ destination: Destination) throws -> BackupPlaces? {
    let folder: BackupFolder?
    var repository: BackupRepository?
    switch destination {
    case .folder(let path): folder = BackupFolder(of: workspace, at: path)
    case .repository(let found): (folder, repository) = (nil, found)
    case .file, .stream: return nil
    }
    return BackupPlaces(
      folder: folder, repository: repository, workspace: try workspace.requireConfiguration().id,
      isDryRun: workspace.isDryRun, observer: workspace.observer)
  }

  /// Returns the outcome without a new backup, because nothing has changed since `last`.
  private func outcome(_ last: LastBackupSearch.Unchanged, _ content: BackupManifest.Content) throws -> Outcome {
    let kinds = try ModelKinds(workspace)
    var outcome = Outcome(
      name: last.backup.name, path: last.backup.source.path, created: last.facts.created, size: try last.backup.size,
      models: last.facts.models, files: last.facts.files?.count ?? 0, isDecrypted: content == .decrypted,
      missing: try workspace.warnOfMissingModels(kinds, notIn: "the backup"),
      remoteModels: kinds.remoteNames.filter { !last.facts.models.contains($0) }, outsideDefinitions: [])
    outcome.isUnchanged = true
    return outcome
  }
}
