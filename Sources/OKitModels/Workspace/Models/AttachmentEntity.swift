package import Definitions
package import JSONDocument
package import OKitStorage

/// An entity whose bytes are in their own file: `ModelImage` or `ModelData`.
///
/// It is recognized by its properties: `format`, `label`, `quality`, `scale`, `template` and `size`, but not `data`.
package struct AttachmentEntity {
  /// The id, which is also the name of the file without its ending.
  package let id: String
  /// The format in the entity, such as `image/png`; often empty.
  package let format: String
  /// The size of the decrypted file in bytes, as the app recorded it. It can be outdated.
  package let size: Int64

  package init(id: String, format: String, size: Int64) {
    self.id = id
    self.format = format
    self.size = size
  }

  /// The attachment that `object` is; nil if it does not have the properties of one.
  package init?(_ object: JSONValue) {
    guard let size = object["size"]?.int, let format = object["format"]?.string, let id = object["id"]?.string,
      object["label"] != nil, object["quality"] != nil, object["scale"] != nil, object["template"] != nil,
      object["data"] == nil, !id.isEmpty
    else { return nil }
    self.id = id
    self.format = format
    self.size = Int64(size)
  }

  /// Throws an error of kind `malformed` unless okit accepts `id` for a new attachment, whose file has that name.
  package static func check(newID id: String) throws {
    try PathComponent.check(new: id, as: "attachment", ending: ".raw")
  }

  /// Returns the id of the entity that a file with this name belongs to.
  package static func id(ofFile name: String) -> String {
    let end = name.utf8.lastIndex(of: UInt8(ascii: "."))
    return String(decoding: name.utf8[..<(end ?? name.utf8.endIndex)], as: UTF8.self)
  }

  /// Returns the path of its file in the data folder; nil if there is none.
  ///
  /// Throws the errors of ``paths()``.
  package func file(in workspace: Workspace) throws -> DataPath? {
    try paths().first { try FileStatus.of(workspace.storage.absolute(inData: $0)) != nil }
  }

  /// Returns the possible paths of its file in the data folder: as an image, if its format has a file ending, and as data.
  ///
  /// Throws an error of kind `malformed` if the id or the format cannot be part of a path.
  package func paths() throws -> [DataPath] {
    try PathComponent.check(id, as: "attachment", ending: ".raw")
    var paths: [DataPath] = []
    if !format.isEmpty {
      let ending = String(
        decoding: format.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).last ?? [],
        as: UTF8.self)
      guard PathComponent.isImageEnding(ending) else {
        throw OKitError(
          .malformed, "the format \(PathComponent.printable(format)) of attachment \(id) is not valid as a file ending")
      }
      try PathComponent.check(id, as: "attachment", ending: "." + ending)
      paths.append(AttachmentFile.imageFolder.appending("\(id).\(ending)"))
    }
    paths.append(AttachmentFile.dataFolder.appending("\(id).raw"))
    return paths
  }
}

extension JSONDocument {
  /// Calls `body` with each attachment that has its own file, and with its object.
  package func forEachAttachment(_ body: (AttachmentEntity, JSONValue) throws -> Void) rethrows {
    // Few objects of a model have a format, but all its entities have an id.
    try forEachObject(with: "format") { object, _ in
      if let entity = AttachmentEntity(object) { try body(entity, object) }
    }
  }
}

extension ClassDefinition.Role {
  /// True for an attachment whose bytes are in the entity.
  package var isInline: Bool { self == .inlineData || self == .inlineImage }
  /// True for an attachment whose bytes are in a file.
  package var isSeparateAttachment: Bool { self == .data || self == .image }
  /// True for images and data.
  package var isAttachment: Bool { isInline || isSeparateAttachment }
  /// True for an image, with its bytes in the entity or in a file.
  package var isImage: Bool { self == .image || self == .inlineImage }
}
