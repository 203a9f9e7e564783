import Archives
import Ciphers
import Glibc
import JSONDocument
package import OKitModels
package import OKitStorage

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
  }

  /// The result of a backup.
  package struct Outcome: Equatable, Sendable {
    /// The path of the backup; nil for a stream.
    package let path: FilePath?
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

  private let workspace: Workspace
  private let scryptWorkFactor: Int
  private var system: FileSystem { workspace.storage.system }

  /// Prepares backups of `workspace`. `scryptWorkFactor` is the binary logarithm of the cost of scrypt; only tests lower it.
  package init(_ workspace: Workspace, scryptWorkFactor: Int = 18) {
    self.workspace = workspace
    self.scryptWorkFactor = scryptWorkFactor
  }

  /// Creates a backup.
  ///
  /// `created` is in seconds since 1970 and defaults to the current time. If `name` is nil, the backup is named after that time in UTC, with a
  /// number if the name is taken. It is still an error if another program creates a backup of the same name at the same time. `label` goes into the
  /// plain record beside the backup. With `onlyIfChanged`, which only the workspace's backup folder allows, makes no backup if nothing has changed
  /// since the last one, but records that, and adds the label to its record.
  ///
  /// A `directory` is always as stored. Throws errors of kind `exists`, `locked` (no key opens a model), `malformed` (a model is damaged),
  /// `usage` (a stream with another format than `archive`, or a destination among the files to back up), `busy` (a file changed, or another
  /// process holds the lock), and `SystemError`. In each case no file is left behind.
  package func create(
    _ name: String?, format: BackupFormat, to destination: Destination, asStored: Bool,
    protection: consuming BackupProtection, label: BackupRecord.Label = .init(), created: Int64? = nil,
    onlyIfChanged: Bool = false
  ) throws -> Outcome {
    if let name { try BackupName.check(name) }
    switch destination {
    case .folder(nil): try workspace.requireTrusted()
    case .folder(let folder?): try workspace.storage.requireBackupsAllowed(in: folder)
    case .file(let path): try workspace.storage.requireBackupsAllowed(in: path.parent)
    case .stream: break
    }
    let content: BackupManifest.Content = asStored || format == .directory ? .asStored : .decrypted
    if content == .decrypted { try workspace.prepareKeys() }
    let protection = protection
    func unusedName() throws -> String { try self.unusedName(created ?? Timestamp.now(), for: destination) }
    var otherPath: (() throws -> FilePath?)?
    if name == nil, case .folder = destination { otherPath = { try finalPath(unusedName(), format, destination) } }
    let name = try name ?? unusedName()
    let hooks = try StepHooks(workspace, before: .beforeBackup, after: .afterBackup)
    let models = try hooks.isEmpty ? [] : workspace.storedModels()
    try hooks.runBefore {
      let path = try finalPath(name, format, destination)
      if otherPath == nil { try requireUnused(path, format) }
      $0.writeHookInput(name: name, file: path, models: models)
    }
    let kind = Self.kind(format, content, protection)
    var files: StoredFiles?
    if onlyIfChanged {
      // A hook may have changed the data.
      let found = try searchForChanges(since: kind, content, label)
      if let unchanged = found.unchanged { return unchanged }
      files = found.files
    }
    let outcome = try create(
      name, format, destination, content, protection, label, created: created, otherPath: otherPath)
    if case .folder(nil) = destination { try note(outcome, kind, files) }
    try hooks.runAfter { $0.writeHookInput(name: name, file: outcome.path, models: models) }
    return outcome
  }

  /// Creates the backup. `otherPath` returns another path if another process has taken the first one; nil if the caller chose it.
  private func create(
    _ name: String, _ format: BackupFormat, _ destination: Destination, _ content: BackupManifest.Content,
    _ protection: borrowing BackupProtection, _ label: BackupRecord.Label, created: Int64?,
    otherPath: (() throws -> FilePath?)?
  ) throws -> Outcome {
    try workspace.storage.reading(recovering: !workspace.isDryRun) {
      let created = created ?? Timestamp.now()
      let finalPath = try finalPath(name, format, destination)
      if otherPath == nil { try requireUnused(finalPath, format) }
      if !workspace.isDryRun, case .folder(nil) = destination {
        try system.ensureFolder(workspace.backupFolder, mode: FileSystem.privateFolder)
      }
      let sealing =
        !workspace.isDryRun && format == .archive
        ? try ArchiveEncryption(protection, scryptWorkFactor: scryptWorkFactor) : nil
      let contents = try workspace.observer.step("reading the models") {
        try BackupContents(of: workspace, content: content)
      }
      let manifest = contents.manifest(created: created, workspace: try workspace.requireConfiguration().id)
      // Reports missing models, so that a rotation of backups does not remove the last one with such a model unnoticed.
      let missing = try workspace.warnOfMissingModels(ModelKinds(workspace), notIn: "the backup")
      func outcome(_ path: FilePath?, _ size: Int64) -> Outcome {
        warn(of: contents)
        return Outcome(
          path: path, size: size, models: manifest.models.map(\.name), files: manifest.files.count,
          isDecrypted: content == .decrypted, missing: missing, remoteModels: contents.remoteModels,
          outsideDefinitions: contents.outsideDefinitions)
      }
      if workspace.isDryRun { return outcome(finalPath, 0) }
      let writer = BackupWriter(contents: contents, manifest: manifest, observer: workspace.observer)
      return try workspace.observer.step("backing up", totalBytes: contents.size) {
        guard let finalPath else {
          if case .stream(let sink) = destination, let sealing { try archive(writer, sealing, to: sink) }
          return outcome(nil, 0)
        }
        var record = BackupRecord(created: manifest.created, workspace: manifest.workspace, size: 0)
        record.label = label
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
        return try outcome(place, format == .directory ? contents.size : FileStatus.of(place)?.size ?? 0)
      }
    }
  }

  /// Reports the warnings about the files of a backup. Call it only after the backup succeeded, or in a dry run.
  private func warn(of contents: BackupContents) {
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

  private static var threads: Int { min(max(Int(sysconf(Int32(_SC_NPROCESSORS_ONLN))), 1), 4) }

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
    _ format: BackupFormat, _ content: BackupManifest.Content, _ protection: borrowing BackupProtection
  ) -> String {
    let protection =
      switch protection {
      // A dry run asks for no password.
      case .none: format == .directory ? "unprotected" : "password"
      case .password: "password"
      case .recipients(let recipients): recipients.map(\.description).sorted().joined(separator: ",")
      }
    return "\(format.rawValue) \(content.rawValue) \(protection)"
  }

  /// Returns the stored files, nil if one of them cannot be read, and the outcome without a backup if they are those of the last backup of this kind.
  private func searchForChanges(
    since kind: String, _ content: BackupManifest.Content, _ label: BackupRecord.Label
  ) throws -> (files: StoredFiles?, unchanged: Outcome?) {
    let now = Timestamp.now()
    // Without facts that can be read, everything counts as changed.
    let last = try? LastBackup(of: workspace)
    let files: StoredFiles
    do {
      files = try workspace.storage.reading(recovering: !workspace.isDryRun) {
        try workspace.observer.step("comparing with the last backup") {
          try StoredFiles(of: workspace, known: last?.files ?? [:])
        }
      }
    } catch let error as OKitError where error.kind == .malformed {
      // The backup reports it, or is made without that file.
      return (nil, nil)
    } catch is SystemError {
      return (nil, nil)
    }
    guard var last, last.kind.isExactly(kind), last.hasContent(of: files.files),
      let path = try last.backup(in: workspace)
    else { return (files, nil) }
    do {
      try workspace.changeRecords(ofBackups: [path]) { record in
        record.confirmed = now
        record.label.add(label)
      }
    } catch let error as OKitError where error.kind == .notFound {
      // It was deleted in the meantime.
      return (files, nil)
    }
    if !workspace.isDryRun, last.files != files.files {
      // With the new times, the next comparison is fast.
      last.files = files.files
      try workspace.observer.warnOnFailure(to: "record the times of the files") {
        try workspace.writing { try last.write(in: workspace.storage) }
      }
    }
    let kinds = try ModelKinds(workspace)
    var outcome = Outcome(
      path: path, size: try BackupListing.size(ofBackup: path), models: last.models, files: files.files.count,
      isDecrypted: content == .decrypted,
      missing: try workspace.warnOfMissingModels(kinds, notIn: "the backup"),
      remoteModels: kinds.remoteNames.filter { !last.models.contains($0) }, outsideDefinitions: [])
    outcome.isUnchanged = true
    return (files, outcome)
  }

  /// Records the facts about a backup in the backup folder, and warns of models that the one before it had. The backup is complete without them.
  private func note(_ outcome: Outcome, _ kind: String, _ files: StoredFiles?) throws {
    guard !workspace.isDryRun, let path = outcome.path, access(workspace.storage.okitFolder.text, W_OK) == 0 else {
      return
    }
    try workspace.observer.warnOnFailure(to: "record the backup in the workspace") {
      try workspace.writing {
        let former = try? LastBackup(of: workspace)
        guard let created = try BackupRecord(of: path)?.created else { return }
        var last = LastBackup(backup: path.name, created: created, models: outcome.models, kind: kind)
        last.lostModels = (former?.models ?? []).filter { !outcome.models.contains($0) }
        if let files, try files.areUnchanged() { last.files = files.files }
        for name in last.lostModels where !outcome.missing.contains(name) {
          workspace.observer.warned(
            "model \(name) was in the last backup, \(PathComponent.printable(former?.backup ?? "")), and is not in this one"
          )
        }
        try last.write(in: workspace.storage)
      }
    }
  }

  // MARK: - Safety backups

  /// Copies the data as stored to a folder named after `command`. Needs the exclusive lock but no key.
  ///
  /// The folder has a staged name until the transaction that makes the change, to which the caller passes it, is committed.
  package func makeSafetyBackup(before command: String) throws -> SafetyBackup {
    let name = try BackupName.before(command, in: workspace.backupFolder)
    let writer = try writer()
    try system.ensureFolder(workspace.backupFolder, mode: FileSystem.privateFolder)
    let staged = workspace.storage.stagedName()
    let folder = workspace.backupFolder.appending(staged)
    do {
      try naming(workspace.backupFolder.appending(name), for: folder) {
        try system.createFolder(folder, mode: FileSystem.privateFolder)
        try write(writer, in: FolderSink(folder, system: system))
      }
    } catch {
      try? system.removeTree(folder)
      throw error
    }
    return SafetyBackup(name: name, staged: staged, stamps: Self.stamps(writer))
  }

  /// Writes the backup `name` without its data to `folder`. The exchange of the data folder adds the data.
  func prepareSafetyBackup(_ name: String, in folder: FilePath) throws -> SafetyBackup {
    try system.ensureFolder(workspace.backupFolder, mode: FileSystem.privateFolder)
    try system.createFolder(folder, mode: FileSystem.privateFolder)
    let writer = try writer()
    try write(writer, in: DataOmittingSink(FolderSink(folder, system: system)))
    return SafetyBackup(name: name, staged: folder.name, stamps: Self.stamps(writer))
  }

  private func write(_ writer: BackupWriter, in sink: any BackupSink) throws {
    try workspace.observer.step("keeping the current data", totalBytes: writer.contents.size) {
      try writer.write(to: sink)
    }
    warn(of: writer.contents)
  }

  private static func stamps(_ writer: BackupWriter) -> [WorkspacePath: FileStamp] {
    let stamps = writer.contents.items.map { (WorkspacePath($0.file.path), $0.stamp) }
    return Dictionary(stamps) { first, _ in first }
  }

  private func writer() throws -> BackupWriter {
    let contents = try BackupContents(of: workspace, content: .asStored, isCopy: true)
    let id = try workspace.requireConfiguration().id
    let manifest = contents.manifest(created: Timestamp.now(), workspace: id)
    return BackupWriter(contents: contents, manifest: manifest, observer: workspace.observer)
  }
}

/// Forwards all files except the data. The data is only read, for its checksums.
private final class DataOmittingSink: BackupSink {
  private let sink: FolderSink

  init(_ sink: FolderSink) {
    self.sink = sink
  }

  func addFile(_ path: BackupPath, size: Int64, modified: Int64, from source: CipherSource) throws {
    guard DataPath(path) != nil else {
      return try sink.addFile(path, size: size, modified: modified, from: source)
    }
    try forEachPiece(of: source) { _ in }
  }

  func finish() throws { try sink.finish() }
}
