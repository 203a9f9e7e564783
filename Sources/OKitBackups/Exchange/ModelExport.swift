import Ciphers
import Glibc
import JSONDocument
package import OKitModels
package import OKitStorage

/// Exports models to a folder, decrypted or in the form that the app on a device reads.
package struct ModelExport {
  /// The result of an export.
  package struct Outcome: Equatable, Sendable {
    /// The path of the folder.
    package let folder: FilePath
    /// The exported models.
    package let models: [ModelName]
    /// The number of files.
    package let files: Int
    /// The models that are stored behind HTTP. The export does not contain them.
    package let remoteModels: [ModelName]
    /// The models whose files are missing. The export does not contain them.
    package let missing: [ModelName]
  }

  /// The workspace whose `okit/export` is the default folder.
  private let workspace: Workspace
  /// The workspace with the models: the same one, or a state of the past.
  private let source: Workspace
  private var system: FileSystem { workspace.storage.system }

  /// Prepares exports from `workspace`, or of the models in `source`, a former state of it.
  package init(_ workspace: Workspace, of source: Workspace? = nil) {
    self.workspace = workspace
    self.source = source ?? workspace
  }

  /// Exports models (all if `names` is empty) with their partials and attachments to `folder`, by default `okit/export`. The folder must be
  /// missing or empty.
  ///
  /// With `forDevice`, models of an encrypted kind are encrypted with the framework's cipher for the app. Everything else is decrypted. Throws
  /// errors of kind `exists`, `locked`, `malformed`, `notFound` and `usage` (a folder inside `okit/export`, which ``clear()`` would keep). In each case
  /// nothing is written.
  package func export(
    _ names: [ModelName], to folder: FilePath?, forDevice: Bool
  ) throws -> Outcome {
    if folder == nil { try workspace.requireTrusted() }
    try source.prepareKeys()
    let folder = folder ?? workspace.storage.exportFolder
    guard folder.resolvingExistingPrefix.part(after: exportFolder) == nil else {
      throw OKitError(.usage, "\(folder) is inside okit/export, and 'okit export --clear' would not remove it")
    }
    // An interrupted export leaves decrypted data behind, which this removes.
    return try workspace.storage.reading(recovering: !workspace.isDryRun) {
      try source.storage.reading { try export(names, to: folder, forDevice: forDevice) }
    }
  }

  private func export(_ names: [ModelName], to folder: FilePath, forDevice: Bool) throws -> Outcome {
    try Storage.requireEmpty(folder, notEmpty: notEmpty)
    let kinds = try ModelKinds(source)
    let missing = try names.isEmpty ? source.warnOfMissingModels(kinds, notIn: "the export") : []
    let (names, remote) = try separate(names, kinds)
    var files = 0
    try stage(at: workspace.isDryRun ? nil : folder) { staged in
      let reader = ModelReader(source)
      var record = ExportRecord()
      for name in names {
        let model = try ModelFiles(name, in: source, reader: reader)
        files += model.documents.count + model.attachments.count
        // This also runs in a dry run, because it may throw.
        let isEncrypted = try forDevice && (model.main.opened.form.isEncrypted || kinds.isStoredEncrypted(name))
        if let staged { try write(model, to: staged, encrypted: isEncrypted, &record) }
      }
      if let staged, isExportFolder(folder) {
        let file = try system.createFile(staged.appending(ExportRecord.fileName), mode: FileSystem.privateFile)
        try record.encoded().withUnsafeBytes { try file.write($0) }
      }
    }
    return Outcome(folder: folder, models: names, files: files, remoteModels: remote, missing: missing)
  }

  /// Returns the local models to export (`names`, or all if empty) and the remote models that are left out, which are stored behind HTTP.
  ///
  /// Throws an error of kind `unsupported` if `names` contains a remote model.
  private func separate(
    _ names: [ModelName], _ kinds: ModelKinds
  ) throws -> (local: [ModelName], remote: [ModelName]) {
    let stored = try source.storedModels()
    let remote = kinds.remoteNames.filter { !stored.contains($0) }
    if let name = names.first(where: remote.contains) {
      throw OKitError(.unsupported, "model \(name) is stored at an endpoint, which okit cannot read")
    }
    return names.isEmpty ? (stored, remote) : (names, [])
  }

  /// The result of clearing an export.
  package struct Clearing: Equatable, Sendable {
    /// The number of removed files.
    package let files: Int
    /// The remaining files and links, which no export wrote or which were changed since, by their paths in a data folder.
    package let left: [DataPath]
  }

  /// Removes the exported files from `okit/export` and keeps all others.
  ///
  /// Throws `SystemError`, and an error of kind `malformed` if the record of the export is damaged. Some files may be left after an error.
  package func clear() throws -> Clearing {
    try workspace.requireTrusted()
    let folder = workspace.storage.exportFolder.resolved ?? workspace.storage.exportFolder
    return try ExportRemoval(from: folder, system).run(isDryRun: workspace.isDryRun)
  }

  /// The folder that ``clear()`` clears, with its links resolved.
  private var exportFolder: FilePath { workspace.storage.exportFolder.resolvingExistingPrefix }

  /// True if `folder`, by any path, is the folder that ``clear()`` clears.
  private func isExportFolder(_ folder: FilePath) -> Bool { folder.resolvingExistingPrefix == exportFolder }

  private func notEmpty(_ folder: FilePath) throws -> OKitError {
    let isExport = try ExportRecord(in: folder.resolved ?? folder) != nil
    return OKitError(
      .exists, "\(folder) is not empty",
      remedy: isExport && isExportFolder(folder) ? .words("run 'okit export --clear' to remove an earlier export") : nil
    )
  }

  /// Runs `body` with a temporary folder that replaces `folder` when it is complete. For a dry run, pass nil: `body` then writes nothing.
  private func stage(at folder: FilePath?, _ body: (FilePath?) throws -> Void) throws {
    guard let folder else { return try body(nil) }
    try workspace.storage.stagingFolder(folder, notEmpty: notEmpty, body)
  }

  private func write(_ model: ModelFiles, to folder: FilePath, encrypted: Bool, _ record: inout ExportRecord) throws {
    let target = encrypted ? StorageTarget.okitCBC(try source.provenFrameworkKey(source.keyring)) : .plain
    // Two models can name the same attachment.
    let attachments = try model.attachments.filter { try FileStatus.of(folder.appending($0.path)) == nil }
    let total =
      try model.documents.reduce(0) { $0 + Int64($1.opened.document.bytes.count) }
      + attachments.reduce(0) { $0 + (try FileStatus.of(source.storage.absolute(inData: $1.path))?.size ?? 0) }
    try workspace.observer.step("exporting \(model.name)", totalBytes: total) {
      for document in model.documents {
        guard let path = DataPath(document.path) else { continue }
        try write(path, to: folder, as: target, like: document.opened.file.status, &record) { sink in
          try document.opened.document.bytes.withUnsafeBytes { try sink($0) }
        }
      }
      for attachment in attachments {
        let file = try source.storage.openUnlinked(source.storage.absolute(inData: attachment.path))
        let form = try attachment.form(of: file, host: model.main.opened.form)
        try write(attachment.path, to: folder, as: target, like: file.status, &record) { sink in
          try attachment.decrypt(file, form: form, keyring: source.keyring, sink)
        }
      }
    }
  }

  private func write(
    _ path: DataPath, to folder: FilePath, as target: StorageTarget, like original: FileStatus,
    _ record: inout ExportRecord,
    _ body: ((UnsafeRawBufferPointer) throws -> Void) throws -> Void
  ) throws {
    let parent = path.parent
    if parent != "." { try system.ensureFolder(folder.appending(parent), mode: FileSystem.privateFolder) }
    let created = try system.createFile(folder.appending(path), mode: FileSystem.privateFile)
    let file = StagedFile(created)
    try target.encode(to: { try file.write($0) }) { sink in
      try body { piece in
        try sink(piece)
        try workspace.observer.advanced(byBytes: Int64(piece.count))
      }
    }
    record.add(path, try file.finish())
    // A private file stays private. Otherwise the umask decides. The owner can always read and write the file.
    let mode = original.mode & 0o666 & ~FileSystem.creationMask | FileSystem.privateFile
    if mode != FileSystem.privateFile { try system.setMode(mode, of: created) }
  }
}
