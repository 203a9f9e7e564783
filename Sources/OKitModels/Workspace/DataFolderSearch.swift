import OKitStorage

/// Finds a data folder outside of a workspace, such as one copied from a device.
package enum DataFolderSearch {
  /// The data folder that `path` means: itself, or the `okit/data` or `data` in it.
  ///
  /// Throws an error of kind `notFound` if there is no model.
  package static func find(in path: String) throws -> String {
    for folder in [Path.join(path, "okit/data"), Path.join(path, "data"), path] {
      // A folder that cannot be listed is no reason to take another one.
      let isFolder = try FileStatus.of(folder, followingLinks: true)?.kind == .folder
      let entries = isFolder ? try FolderListing(folder).entries : []
      if entries.contains(where: { $0.kind == .file && ModelName(file: $0.name) != nil }) { return folder }
    }
    throw OKitError(.notFound, "\(path) is not a data folder: it contains no model")
  }
}
