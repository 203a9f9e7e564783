package import Ciphers
import JSONDocument
import OKitModels
package import OKitStorage

/// A data folder outside of a workspace, for example copied from a device.
package struct DataFolder: UnverifiedFiles {
  private let folder: FilePath
  /// Nil, because the files are only examined while they are read.
  package let declaredSize: Int64? = nil

  /// Finds the data folder at `path`: the folder itself, or `okit/data` or `data` in it.
  ///
  /// Throws an error of kind `notFound` if there is no model.
  package init(in path: FilePath) throws {
    folder = try DataFolderSearch.find(in: path)
  }

  /// Passes each file to `body`: its path in the data folder, its size, and a source of its bytes.
  package func forEach(_ body: (DataPath, Int64, @escaping CipherSource) throws -> Void) throws {
    try forEach(in: DataPath(text: ""), body)
  }

  private func forEach(in subfolder: DataPath, _ body: (DataPath, Int64, @escaping CipherSource) throws -> Void) throws
  {
    let listing = try FolderListing(folder.appending(subfolder))
    try listing.requireReadableNames(in: folder.appending(subfolder))
    for entry in listing.entries where !entry.isHidden {
      // The folder of a workspace among the models is not data. Otherwise it would be the partials of a model 'okit'.
      let isTop = subfolder.text.isEmpty
      if isTop, entry.name.isExactly(WorkspaceLayout.folder.text), try Workspace.exists(at: folder) { continue }
      let path = subfolder.appending(entry.name)
      if PathComponent.hasControlCharacter(entry.name) {
        throw OKitError(
          .malformed,
          "\(folder): \(PathComponent.printable(path.text)) is not a valid name: it contains a control character")
      }
      switch entry.kind {
      case .folder: try forEach(in: path, body)
      case .file:
        let file = try OpenFile(folder.appending(path))
        try body(path, file.size) { try file.read(into: $0) }
        try file.requireUnchanged()
      case .link, .other:
        throw OKitError(.malformed, "\(folder.appending(path)) is neither a file nor a folder")
      }
    }
  }
}
