import Ciphers
import Glibc
import JSONDocument
package import OKitModels
import OKitStorage

/// Writes models decrypted, or as a device reads them, to a folder.
package struct ModelExport {
  /// What was written.
  package struct Outcome: Equatable, Sendable {
    /// The folder.
    package let folder: String
    /// The models in it.
    package let models: [ModelName]
    /// How many files.
    package let files: Int
    /// Models that are stored behind HTTP, and not in it.
    package let remoteModels: [ModelName]
    /// Models that are not in it since their file is missing.
    package let missing: [ModelName]
  }

  private let workspace: Workspace
  private var system: FileSystem { workspace.storage.system }

  /// Exports from `workspace`.
  package init(_ workspace: Workspace) {
    self.workspace = workspace
  }

  /// Exports models (all where none are named) with their partials and attachments to `folder`, by default `okit/export`, which must be
  /// absent or empty.
  ///
  /// With `forDevice`, models of an encrypted kind are encrypted with the framework's cipher, as the app reads them; else everything
  /// is decrypted. Throws errors of kind `exists`, `locked`, `malformed`, `notFound`; then nothing is written.
  package func export(
    _ names: [ModelName], to folder: String?, forDevice: Bool
  ) throws -> Outcome {
    if folder == nil { try workspace.requireTrusted() }
    try workspace.prepareKeys()
    let folder = folder ?? workspace.storage.exportFolder
    // An export that was cut short leaves decrypted data.
    if !workspace.isDryRun { try workspace.storage.recoverIfAlone() }
    return try workspace.storage.reading {
      try requireEmpty(folder)
      let kinds = try ModelKinds(workspace)
      let missing = try names.isEmpty ? workspace.warnOfMissingModels(kinds, notIn: "the export") : []
      let (names, remote) = try separate(names, kinds)
      var files = 0
      try stage(at: workspace.isDryRun ? nil : folder) { staged in
        let reader = ModelReader(workspace)
        var record = ExportRecord()
        for name in names {
          let model = try ModelFiles(name, in: workspace, reader: reader)
          files += model.documents.count + model.attachments.count
          // Decided in a dry run, too.
          let isEncrypted = try forDevice && (model.main.opened.form.isEncrypted || kinds.isStoredEncrypted(name))
          if let staged { try write(model, to: staged, encrypted: isEncrypted, &record) }
        }
        if let staged, isExportFolder(folder) {
          let file = try system.createFile(Path.join(staged, ExportRecord.fileName), mode: FileSystem.privateFile)
          try record.encoded().withUnsafeBytes { try file.write($0) }
        }
      }
      return Outcome(folder: folder, models: names, files: files, remoteModels: remote, missing: missing)
    }
  }

  /// The models to export, those that are named, else all that have a file, and those that are stored behind HTTP instead.
  ///
  /// Throws an error of kind `unsupported` if one of those is named.
  private func separate(
    _ names: [ModelName], _ kinds: ModelKinds
  ) throws -> (local: [ModelName], remote: [ModelName]) {
    let stored = try workspace.storedModels()
    let remote = kinds.remoteNames.filter { !stored.contains($0) }
    if let name = names.first(where: remote.contains) {
      throw OKitError(.unsupported, "model \(name) is stored at an endpoint, which okit cannot read")
    }
    return names.isEmpty ? (stored, remote) : (names, [])
  }

  /// The result of clearing an export.
  package struct Clearing: Equatable, Sendable {
    /// How many files were removed.
    package let files: Int
    /// Files and links that no export wrote, or that were changed since, by path relative to `okit/export`.
    package let left: [String]
  }

  /// Removes what was exported to `okit/export`, and leaves what no export wrote.
  ///
  /// Throws `SystemError`, and an error of kind `malformed` if the record of the export is damaged; then some of it may be left.
  package func clear() throws -> Clearing {
    try workspace.requireTrusted()
    let folder = Path.resolved(workspace.storage.exportFolder) ?? workspace.storage.exportFolder
    return try ExportRemoval(from: folder, system).run(isDryRun: workspace.isDryRun)
  }

  private func requireEmpty(_ folder: String) throws {
    guard let status = try FileStatus.of(folder, followingLinks: true) else { return }
    guard status.kind == .folder else { throw OKitError(.exists, "\(folder) exists and is not a folder") }
    guard try FolderListing(folder).entries.isEmpty else { throw try notEmpty(folder) }
  }

  /// True if `folder`, by whatever path, is the one that ``clear()`` clears.
  private func isExportFolder(_ folder: String) -> Bool {
    Path.resolvedAsFarAsThere(folder).isExactly(Path.resolvedAsFarAsThere(workspace.storage.exportFolder))
  }

  private func notEmpty(_ folder: String) throws -> OKitError {
    let isExport = try ExportRecord(in: Path.resolved(folder) ?? folder) != nil
    return OKitError(
      .exists, "\(folder) is not empty",
      remedy: isExport && isExportFolder(folder) ? .words("run 'okit export --clear' to remove an earlier export") : nil
    )
  }

  /// Runs `body` with a folder that takes the place of `folder` when it is whole; with nil, only for what it finds out.
  private func stage(at folder: String?, _ body: (String?) throws -> Void) throws {
    guard let folder = folder.map({ Path.resolved($0) ?? $0 }) else { return try body(nil) }
    try workspace.storage.staging(folder) { staged in
      try system.createFolder(staged, mode: FileSystem.privateFolder)
      try body(staged)
      try system.flushFileSystem(of: staged)
      try putInPlace(staged, folder)
    }
  }

  private func putInPlace(_ staged: String, _ folder: String) throws {
    let old = try FileStatus.of(folder)
    do {
      // rename(2) takes the place of an empty folder.
      try system.rename(staged, to: folder)
    } catch let error as SystemError where error.code == ENOTEMPTY || error.code == EEXIST {
      // Somebody else was faster.
      throw try notEmpty(folder)
    }
    do {
      try system.flushFolder(Path.parent(of: folder))
    } catch {
      try? system.rename(folder, to: staged)
      if let old { try? system.createFolder(folder, mode: old.mode) }
      throw error
    }
  }

  private func write(_ model: ModelFiles, to folder: String, encrypted: Bool, _ record: inout ExportRecord) throws {
    let target = encrypted ? TargetForm.okitCBC(try workspace.provenFrameworkKey(workspace.keyring)) : .plain
    // Two models can name the same attachment.
    let attachments = try model.attachments.filter { try FileStatus.of(Path.join(folder, $0.path)) == nil }
    let total =
      try model.documents.reduce(0) { $0 + Int64($1.opened.document.bytes.count) }
      + attachments.reduce(0) { $0 + (try FileStatus.of(Path.join(workspace.storage.dataFolder, $1.path))?.size ?? 0) }
    try workspace.observer.step("exporting \(model.name)", totalBytes: total) {
      for document in model.documents {
        guard let path = Workspace.pathInData(document.path) else { continue }
        try write(path, to: folder, as: target, like: document.opened.file.status, &record) { sink in
          try document.opened.document.bytes.withUnsafeBytes { try sink($0) }
        }
      }
      for attachment in attachments {
        let file = try workspace.storage.openUnlinked(Path.join(workspace.storage.dataFolder, attachment.path))
        let form = try attachment.form(of: file, host: model.main.opened.form)
        try write(attachment.path, to: folder, as: target, like: file.status, &record) { sink in
          try attachment.decrypt(file, form: form, keyring: workspace.keyring, sink)
        }
      }
    }
  }

  private func write(
    _ path: String, to folder: String, as target: TargetForm, like original: FileStatus,
    _ record: inout ExportRecord,
    _ body: ((UnsafeRawBufferPointer) throws -> Void) throws -> Void
  ) throws {
    let parent = Path.parent(of: path)
    if parent != "." { try system.ensureFolder(Path.join(folder, parent), mode: FileSystem.privateFolder) }
    let created = try system.createFile(Path.join(folder, path), mode: FileSystem.privateFile)
    let file = StagedFile(created)
    try target.encode(to: { try file.write($0) }) { sink in
      try body { piece in
        try sink(piece)
        try workspace.observer.advanced(byBytes: Int64(piece.count))
      }
    }
    // A private file stays private; else the umask decides. Its owner can always read and write it.
    let mode = original.mode & 0o666 & ~FileSystem.creationMask | FileSystem.privateFile
    if mode != FileSystem.privateFile { try system.setMode(mode, of: created) }
    record.add(path, file.finish())
  }
}
