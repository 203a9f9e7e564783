package import OKitStorage

/// Finds a data folder outside of a workspace, such as one copied from a device.
package enum DataFolderSearch {
  /// Returns the data folder at `path`: the folder itself, or `okit/data` or `data` in it.
  ///
  /// Throws an error of kind `notFound` if `path` is not a folder, or if none of them contains a model.
  package static func find(in path: FilePath) throws -> FilePath {
    for folder in [WorkspaceLayout.data.absolute(in: path), path.appending("data"), path] {
      // A folder that cannot be listed is an error, even if another one could be used.
      let isFolder = try FileStatus.of(folder, followingLinks: true)?.kind == .folder
      let entries = isFolder ? try FolderListing(folder).entries : []
      if entries.contains(where: { $0.kind == .file && ModelName(file: $0.name) != nil }) { return folder }
    }
    guard let status = try FileStatus.of(path, followingLinks: true) else {
      throw OKitError(.notFound, "no such folder: \(path)")
    }
    guard status.kind == .folder else { throw OKitError(.notFound, "\(path) is not a folder") }
    throw OKitError(.notFound, "\(path) is not a data folder: it contains no model")
  }
}
