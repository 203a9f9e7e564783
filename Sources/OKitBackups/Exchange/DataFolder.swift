package import Ciphers
import OKitModels
import OKitStorage

/// A data folder outside of a workspace, for example copied from a device.
package struct DataFolder: UnverifiedFiles {
  private let folder: String
  /// Nil, because the files are only examined while they are read.
  package let declaredSize: Int64? = nil

  /// Finds the data folder at `path`: the folder itself, or `okit/data` or `data` in it.
  ///
  /// Throws an error of kind `notFound` if there is no model.
  package init(in path: String) throws {
    folder = try DataFolderSearch.find(in: path)
  }

  /// Passes each file to `body`: its path in the data folder, its size, and a source of its bytes.
  package func forEach(_ body: (String, Int64, @escaping CipherSource) throws -> Void) throws {
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
