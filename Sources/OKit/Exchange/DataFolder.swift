import Ciphers

/// A data folder outside of a workspace, such as one copied from a device.
struct DataFolder: UnprovenFiles {
  private let folder: String
  let declaredSize: Int64? = nil

  /// The data folder that `path` means: itself, or the `okit/data` or `data` in it.
  ///
  /// Throws an error of kind `notFound` where there is no model.
  init(in path: String) throws {
    folder = try Self.find(in: path)
  }

  /// The place of the data folder that `path` means.
  static func find(in path: String) throws -> String {
    for folder in [Path.join(path, "okit/data"), Path.join(path, "data"), path] {
      // A folder that cannot be listed is no reason to take another one.
      let isFolder = try FileStatus.of(folder, followingLinks: true)?.kind == .folder
      let entries = isFolder ? try FolderListing(folder).entries : []
      if entries.contains(where: { $0.kind == .file && ModelName(file: $0.name) != nil }) { return folder }
    }
    throw OKitError(.notFound, "\(path) is not a data folder: it contains no model")
  }

  func forEach(_ body: (String, Int64, @escaping CipherSource) throws -> Void) throws {
    try forEach(in: "", body)
  }

  private func forEach(in subfolder: String, _ body: (String, Int64, @escaping CipherSource) throws -> Void) throws {
    let listing = try FolderListing(Path.join(folder, subfolder))
    try listing.requireReadableNames(in: Path.join(folder, subfolder))
    for entry in listing.entries where !entry.isHidden {
      let path = subfolder.isEmpty ? entry.name : Path.join(subfolder, entry.name)
      switch entry.kind {
      case .folder: try forEach(in: path, body)
      case .file:
        let file = try OpenFile(Path.join(folder, path))
        try body(path, file.size) { try file.read(into: $0) }
        try file.requireUnchanged()
      case .link, .other:
        throw OKitError(.malformed, "\(Path.join(folder, path)) is neither a file nor a folder")
      }
    }
  }
}
