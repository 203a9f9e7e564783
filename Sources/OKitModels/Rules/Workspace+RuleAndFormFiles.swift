package import OKitStorage

extension Workspace {
  /// Returns the files with rules and forms that a backup contains, and the reasons why others are not in it: okit does not use them.
  package func ruleAndFormFiles() throws -> (files: [BackupPath], omitted: [String]) {
    var files: [BackupPath] = []
    var omitted: [String] = []
    for folder in WorkspaceLayout.ruleAndFormFolders {
      let place = storage.absolute(folder)
      guard let kind = try FileStatus.of(place)?.kind else { continue }
      guard kind == .folder else {
        omitted.append("\(place) is not a folder")
        continue
      }
      let listing = try FolderListing(place)
      omitted += listing.unreadableNames.map { "\(place.appending($0)) has a name that is not UTF-8" }
      for entry in listing.entries where !entry.isHidden && folder.appending(entry.name).isRuleOrFormFile {
        guard let path = BackupPath(folder.appending(entry.name)) else { continue }
        let file = place.appending(entry.name)
        if entry.kind != .file {
          omitted.append("\(file) is not a file")
        } else if let size = try FileStatus.of(file)?.size, size > DescriptionFolder.maximumSize {
          omitted.append("\(file) is too large")
        } else {
          files.append(path)
        }
      }
    }
    return (files, omitted)
  }

  /// Throws an error of kind `configuration` if the folder of rules or forms is a link, or if one of the files at `paths` would replace something else
  /// than a file.
  package func requireNoLinkToRulesOrForms(at paths: [BackupPath]) throws {
    for folder in [DescriptionFolder.rules, .forms] { try folder.requireNoLink(in: self) }
    for path in paths {
      let place = storage.absolute(WorkspacePath(path))
      guard let kind = try FileStatus.of(place)?.kind, kind != .file else { continue }
      throw OKitError(.configuration, "\(place) is not a regular file")
    }
  }
}
