import Ciphers
import JSONDocument
package import OKitModels
import OKitStorage

/// Safety backups, which are made before a change that removes data.
extension BackupCreation {
  /// Copies the data as stored to a folder named after `command`. Needs the exclusive lock but no key.
  ///
  /// The folder has a staged name until the transaction that makes the change, to which the caller passes it, is committed. If the change replaces the
  /// Swift definitions, the backup also needs those outside of the workspace, which `withDefinitions` adds.
  package func makeSafetyBackup(before command: String, withDefinitions: Bool = false) throws -> SafetyBackup {
    let name = try BackupName.before(command, in: workspace.backupFolder)
    let writer = try writer(withDefinitions)
    try workspace.ensureBackupFolder()
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
  func prepareSafetyBackup(_ name: String, in folder: FilePath, withDefinitions: Bool) throws -> SafetyBackup {
    try workspace.ensureBackupFolder()
    try system.createFolder(folder, mode: FileSystem.privateFolder)
    let writer = try writer(withDefinitions)
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

  private func writer(_ withDefinitions: Bool) throws -> BackupWriter {
    let contents = try BackupContents(
      of: workspace, content: .asStored, isCopy: true, withOutsideDefinitions: withDefinitions)
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
