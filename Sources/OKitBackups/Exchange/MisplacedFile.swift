import OKitModels
package import OKitStorage

/// A file that lies where a data folder has a folder: `_data`, `_image`, or `NAME` beside the model `NAME.json`.
///
/// Nothing that looks for attachments or partials could read such a data folder.
package enum MisplacedFile {
  /// Whether a file of this name may not lie in a data folder that holds the files `names` (both without folders).
  package static func isMisplaced(_ name: String, beside names: Set<ExactText>) -> Bool {
    name.isExactly(ModelName.dataFolder) || name.isExactly(ModelName.imageFolder)
      || ModelName(file: name) == nil && names.contains(ExactText(name + ".json"))
  }

  /// The first of `paths`, relative to a data folder, that is one.
  package static func first(of paths: some Sequence<String>) -> String? {
    let names = paths.filter { Path.parent(of: $0) == "." }
    let known = Set(names.map(ExactText.init))
    return names.first { isMisplaced($0, beside: known) }
  }

  /// Throws an error of kind `malformed` if the data folder at `folder` holds one.
  package static func requireNone(in folder: String) throws {
    let files = try FolderListing(folder).entries.filter { $0.kind == .file }.map(\.name)
    if let name = first(of: files) { throw OKitError(.malformed, "\(folder): \(fault(name))") }
  }

  /// The problem, in one line.
  package static func fault(_ path: String) -> String {
    "\(PathComponent.printable(path)) is a file but must be a folder"
  }
}
