package import JSONDocument
import OKitModels
package import OKitStorage

/// A file in the place of a folder of the data folder: `_data`, `_image`, or `NAME` next to the model `NAME.json`.
///
/// Such a file makes it impossible to read the attachments or partials of the data folder.
package enum MisplacedFile {
  /// True if a file `name` must not be in a data folder with the files `names`. All names are without folders.
  package static func isMisplaced(_ name: String, beside names: Set<ExactText>) -> Bool {
    name.isExactly(ModelName.dataFolder) || name.isExactly(ModelName.imageFolder)
      || ModelName(file: name) == nil && names.contains(ExactText(name + ".json"))
  }

  /// Returns the first misplaced file of `paths`, in a data folder; nil if there is none.
  package static func first(of paths: some Sequence<DataPath>) -> DataPath? {
    let names = paths.filter { $0.parent == "." }
    let known = Set(names.map { ExactText($0.text) })
    return names.first { isMisplaced($0.text, beside: known) }
  }

  /// Throws an error of kind `malformed` if the data folder at `folder` contains a misplaced file.
  package static func requireNone(in folder: FilePath) throws {
    let files = try FolderListing(folder).entries.filter { $0.kind == .file }.map { DataPath(text: $0.name) }
    if let name = first(of: files) { throw OKitError(.malformed, "\(folder): \(fault(name))") }
  }

  /// Returns the message for a misplaced file.
  package static func fault(_ path: Path<some Any>) -> String {
    "\(PathComponent.printable(path.text)) is a file but must be a folder"
  }
}
