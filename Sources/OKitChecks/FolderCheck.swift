import JSONDocument
import OKitModels
import OKitStorage

/// The check of the folders of a workspace.
extension CheckRun {
  func checkFolders() throws {
    for folder in [WorkspaceLayout.folder, WorkspaceLayout.model, WorkspaceLayout.migrations] {
      try checkLeftovers(in: folder)
    }
    try checkData()
    for folder in AttachmentFile.folders
    where try FileStatus.of(workspace.storage.absolute(inData: folder))?.kind == .folder {
      try checkAttachments(in: folder)
    }
    let isUsual = workspace.configuration?.backup.folder == nil
    let backups = isUsual ? WorkspaceLayout.backup.absolute(in: workspace.root) : workspace.backupFolder
    for entry in try FolderListing(workspace.backupFolder).entries {
      let path = Finding.File(backups.appending(entry.name), in: workspace.root)
      if entry.name.withoutPrefix(BackupName.conflictPrefix) != nil {
        findings.append(
          Finding(.conflict, file: path, "okit's version of a file that another program changed in the meantime"))
      } else if Storage.isStaged(entry.name) {
        findings.append(Finding(.leftover, file: path, "left over from an interrupted backup"))
      }
    }
  }

  private func checkData() throws {
    let listing = try FolderListing(workspace.storage.dataFolder)
    report(listing.unreadableNames, in: WorkspaceLayout.data)
    let stored = Set(try workspace.storedModels().map(\.description))
    for entry in listing.entries {
      let path = WorkspaceLayout.data.appending(entry.name)
      switch entry.kind {
      case _ where Storage.isStaged(entry.name):
        findings.append(Finding(.leftover, file: path, "left over from an interrupted change"))
      case .folder where entry.name == ModelName.imageFolder || entry.name == ModelName.dataFolder:
        continue
      case .folder where entry.name.withoutSuffix(".json") != nil:
        findings.append(Finding(.stray, file: path, "expected a model file, found a folder"))
      case .folder:
        if !entry.isHidden, let fault = fault(ofModel: entry.name) {
          findings.append(Finding(.name, file: path, fault))
        }
        // Partials of a missing model are not orphaned.
        if !stored.contains(entry.name), let name = try? ModelName(entry.name), !missing.contains(name) {
          for key in try workspace.jsonFiles(in: path) {
            let orphan = ModelFiles.partialPath(key, of: name)
            findings.append(Finding(.orphanedPartial, model: name, file: orphan, "no such model: \(name)"))
            // A model has no file until it is changed for the first time, but its class may define stand-ins from the start.
            if !isKnown(name) { orphans.append((orphan, .orphanedPartial, name)) }
          }
        }
        try checkLeftovers(in: path)
      case .file, .link:
        if entry.name.withoutSuffix(".json") != nil, let fault = fault(ofModel: entry.name) {
          findings.append(Finding(.name, file: path, fault))
        } else if Self.isTemporary(entry.name) {
          findings.append(Finding(.leftover, file: path, "left over from another program"))
        } else if entry.name.withoutSuffix(".json") == nil {
          findings.append(Finding(.stray, file: path, "not a model"))
        }
      case .other:
        findings.append(Finding(.stray, file: path, "neither a file nor a folder"))
      }
    }
  }

  /// Returns the reason why this cannot be the name of a model's file or folder; nil if it can.
  private func fault(ofModel name: String) -> String? {
    do {
      _ = try ModelName(new: name.withoutSuffix(".json") ?? name)
      return nil
    } catch {
      return "\(error)"
    }
  }

  /// Reports names that are not UTF-8: okit cannot use such a file, and refuses to make a backup without it.
  private func report(_ unreadableNames: [String], in folder: WorkspacePath) {
    for name in unreadableNames {
      findings.append(Finding(.name, file: folder, FolderListing.problem(ofUnreadable: name)))
    }
  }

  private func checkLeftovers(in folder: WorkspacePath) throws {
    let listing = try FolderListing(workspace.storage.absolute(folder))
    report(listing.unreadableNames, in: folder)
    for entry in listing.entries {
      let path = folder.appending(entry.name)
      if Storage.isStaged(entry.name) {
        findings.append(Finding(.leftover, file: path, "left over from an interrupted change"))
      } else if folder.lies(in: WorkspaceLayout.data), Self.isTemporary(entry.name) {
        findings.append(Finding(.leftover, file: path, "left over from another program"))
      }
    }
  }

  private static func isTemporary(_ name: String) -> Bool {
    ["~", ".tmp", ".swp", ".bak"].contains { name.withoutSuffix($0) != nil }
  }

  private func checkAttachments(in folder: DataPath) throws {
    let path = WorkspacePath(folder)
    try checkLeftovers(in: path)
    for entry in try FolderListing(workspace.storage.absolute(path)).entries
    where entry.kind != .file && !entry.isHidden && !Self.isTemporary(entry.name) {
      findings.append(Finding(.stray, file: path.appending(entry.name), "not a file"))
    }
    guard knowsAllModels else { return }
    for file in try workspace.attachmentFiles(in: folder)
    where !Self.isTemporary(file.name) && !owners.mayOwn(file, index) {
      let orphan = WorkspacePath(file)
      findings.append(Finding(.orphanedAttachment, file: orphan, "no entity of any model uses it"))
      orphans.append((orphan, .orphanedAttachment, nil))
    }
  }

  /// Sets orphaned files aside, unless a missing or damaged model could own one of them.
  func setAsideOrphans() throws {
    guard let repairs, !orphans.isEmpty else { return }
    let missing = try workspace.modelsWithoutFile(classes.workspace, kinds)
    if let name = missing.first {
      workspace.observer.warned("moved no unused files, because model \(name) has no file")
    }
    guard missing.isEmpty, knowsAllModels, !owners.mayBeIncomplete else { return }
    for (path, kind, model) in orphans { try repairs.setAside(path, kind, of: model) }
  }

  /// True if the definitions or `okit.json` contain a model of this name.
  private func isKnown(_ name: ModelName) -> Bool { kinds[name] != nil || classes.workspace.className(of: name) != nil }
}

/// The check for models whose files are missing.
extension CheckRun {
  /// Reports missing models that satisfy `isReported`. Also reports a damaged record of models, because without it missing models are unknown.
  func checkMissingModels(_ isReported: (ModelName) -> Bool) throws {
    do {
      missing = Set(try workspace.missingModels(kinds))
    } catch let error as OKitError where error.kind == .configuration {
      // Without the record, missing models and their references are unknown.
      knowsAllModels = false
      findings.append(
        Finding(
          .malformed, file: AppliedDefinitions.path, line: error.place?.line, column: error.place?.column, error.detail)
      )
      return
    }
    // A missing model may contain the target of a reference or use an attachment.
    if !missing.isEmpty { knowsAllModels = false }
    for name in missing.sorted() where isReported(name) {
      findings.append(
        Finding(.missingModel, model: name, file: ModelFiles.mainPath(of: name), ModelName.missingFile))
    }
  }
}
