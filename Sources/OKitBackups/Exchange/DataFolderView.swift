import JSONDocument
package import OKitModels
package import OKitStorage

/// A folder of data as a workspace that can only be read.
package enum DataFolderView {
  /// Shows the files in `folder` as the data of a workspace until the process ends. Returns the root of that workspace. It has the configuration and
  /// definitions of `workspace`, so that its keys and classes apply; nil for none.
  ///
  /// Throws an error of kind `notFound` if the folder contains no model, and `SystemError`.
  package static func mount(_ folder: FilePath, as workspace: Workspace?) throws -> FilePath {
    let folder = folder.resolvingExistingPrefix
    let names = Set(try FolderListing(folder).entries.compactMap { $0.kind == .file ? ModelName(file: $0.name) : nil })
    guard !names.isEmpty, folder.name != WorkspaceLayout.folder.text else {
      throw OKitError(.notFound, "\(folder) is neither a backup nor a folder with a workspace or models")
    }
    var files: [(path: String, content: MountedFiles.Content)] = []
    func isOfModels(_ name: String) -> Bool {
      AttachmentFile.folders.contains(DataPath(text: name)) || names.contains { $0.description.isExactly(name) }
    }
    func add(_ place: FilePath, as path: WorkspacePath) throws {
      for entry in try FolderListing(place).entries where !entry.isHidden {
        switch entry.kind {
        case .folder where place != folder || isOfModels(entry.name):
          try add(place.appending(entry.name), as: path.appending(entry.name))
        case .file: files.append((path.appending(entry.name).text, .place(place.appending(entry.name))))
        case .folder, .link, .other: break
        }
      }
    }
    try add(folder, as: WorkspaceLayout.data)
    if let workspace { files += try workspace.mountedDefinitions() }
    let root = try MountedFiles.unusedRoot(for: folder)
    MountedFiles.mount(files, at: root, time: 0)
    return root
  }
}
