import Ciphers

/// A data folder outside of a workspace, such as one copied from a device.
enum DataFolder {
  /// The data folder that `path` means: itself, or the `okit/data` or `data` in it.
  ///
  /// Throws an error of kind `notFound` where there is no `.json` file.
  static func find(in path: String) throws -> String {
    for folder in [Path.join(path, "okit/data"), Path.join(path, "data"), path] {
      let entries = (try? FolderListing(folder).entries) ?? []
      if entries.contains(where: { $0.kind == .file && $0.name.withoutSuffix(".json") != nil }) { return folder }
    }
    throw OKitError(.notFound, "\(path) is no data folder: there is no model in it")
  }

  /// Adds every file of `folder` as it is stored.
  static func stage(_ folder: String, in staged: StagedData) throws {
    try add(folder, "", staged)
  }

  private static func add(_ folder: String, _ prefix: String, _ staged: StagedData) throws {
    for entry in try FolderListing(folder).entries where !entry.isHidden {
      let path = prefix.isEmpty ? entry.name : Path.join(prefix, entry.name)
      switch entry.kind {
      case .folder: try add(Path.join(folder, entry.name), path, staged)
      case .file:
        let file = try OpenFile(Path.join(folder, entry.name))
        let isDocument =
          path.withoutSuffix(".json") != nil && prefix != ModelName.imageFolder && prefix != ModelName.dataFolder
        let form =
          isDocument
          ? try ModelReader.form(of: file) : try AttachmentFile(path: path, declaredSize: nil).form(of: file, host: nil)
        try staged.add(path, asStoredIn: form) { try file.read(into: $0) }
        try file.requireUnchanged()
      case .link, .other:
        throw OKitError(.malformed, "\(Path.join(folder, entry.name)) is neither file nor folder")
      }
    }
  }
}
