package import JSONDocument
import OKitStorage

/// An entity whose bytes lie in a file of their own: `ModelImage` or `ModelData`.
///
/// Known by its shape: it has `format`, `label`, `quality`, `scale`, `template` and `size`, and no `data`.
package struct AttachmentEntity {
  package let id: String
  package let format: String
  /// Bytes of the decrypted file, as the app noted them; can lag behind the file.
  package let size: Int64

  package init(id: String, format: String, size: Int64) {
    self.id = id
    self.format = format
    self.size = size
  }

  package init?(_ object: JSONValue) {
    guard let size = object["size"]?.int, let format = object["format"]?.string, let id = object["id"]?.string,
      object["label"] != nil, object["quality"] != nil, object["scale"] != nil, object["template"] != nil,
      object["data"] == nil, !id.isEmpty
    else { return nil }
    self.id = id
    self.format = format
    self.size = Int64(size)
  }

  /// The id of the entity that a file of this name belongs to.
  package static func id(ofFile name: String) -> String {
    let end = name.utf8.lastIndex(of: UInt8(ascii: "."))
    return String(decoding: name.utf8[..<(end ?? name.utf8.endIndex)], as: UTF8.self)
  }

  /// The file that it has, relative to the data folder; nil where it has none.
  ///
  /// Throws what ``paths()`` throws.
  package func file(in workspace: Workspace) throws -> String? {
    try paths().first { try FileStatus.of(Path.join(workspace.storage.dataFolder, $0)) != nil }
  }

  /// The paths that its file can have, relative to the data folder: as an image where its format has an ending, and as data.
  ///
  /// Throws an error of kind `malformed` where id or format cannot be part of a path.
  package func paths() throws -> [String] {
    try PathComponent.check(id, as: "attachment", ending: ".raw")
    var paths: [String] = []
    if !format.isEmpty {
      let ending = Path.name(of: format)
      guard PathComponent.isImageEnding(ending) else {
        throw OKitError(
          .malformed, "the format \(PathComponent.printable(format)) of attachment \(id) is not valid as a file ending")
      }
      try PathComponent.check(id, as: "attachment", ending: "." + ending)
      paths.append("\(ModelName.imageFolder)/\(id).\(ending)")
    }
    paths.append("\(ModelName.dataFolder)/\(id).raw")
    return paths
  }
}
