package import JSONDocument
package import OKitStorage

/// The files that may belong to an entity, even to a damaged one, so that they are not reported as orphans.
package struct FileOwners {
  /// The ids of entities that contain their bytes. Files with these ids are orphans.
  private var inline: Set<EntityID> = []
  /// The ids of attachments whose file exists. Other files with these ids are orphans.
  private var served: Set<EntityID> = []
  /// The paths of these files in the data folder.
  private var files: Set<DataPath> = []
  /// The ids as URLs change them: `%20` is decoded, and everything from `#` or `?` on is removed.
  private var decoded: Set<EntityID> = []
  /// True if an attachment lacks the id that its file has as a name, so that files of entities may be missing here.
  package var mayBeIncomplete = false

  package init() {}

  /// Adds an entity.
  package mutating func note(_ entity: JSONValue, _ id: JSONValue) {
    if entity["format"]?.kind == .string, entity["data"]?.kind == .string, let id = EntityID(id) { inline.insert(id) }
    let isPlain = id.withRawBytes { bytes in !bytes.contains { Self.changesInURL($0) || $0 == UInt8(ascii: "\\") } }
    guard !isPlain, let text = id.string else { return }
    decoded.insert(EntityID(Self.decoded(text)))
  }

  /// Adds the file of an attachment, by its path in the data folder.
  package mutating func note(file path: DataPath, of id: String) {
    files.insert(path)
    served.insert(EntityID(id))
  }

  /// Searches for attachments without an id.
  package mutating func note(_ document: JSONDocument) {
    document.forEachKey { key in
      guard !mayBeIncomplete, key == "format" else { return }
      let object = key.object
      guard object["quality"] != nil, object["scale"] != nil else { return }
      if object["id"]?.kind != .string || object["id"]?.hasString(equalTo: "") == true, object["data"] == nil {
        mayBeIncomplete = true
      }
    }
  }

  /// True if an attachment file, by its path in the data folder, belongs or may belong to an entity in `index`.
  package func mayOwn(_ path: DataPath, _ index: EntityIndex) -> Bool {
    let id = EntityID(AttachmentEntity.id(ofFile: path.name))
    return files.contains(path) || decoded.contains(id)
      || index.contains(id) && !inline.contains(id) && !served.contains(id)
  }

  /// True if a partial's file with this key may belong to a stand-in whose id a URL would change.
  package func mayOwn(partial key: String) -> Bool { decoded.contains(EntityID(key)) }

  /// True if an app finds a file with this id as its name. A URL would change other ids.
  package static func isPlain(_ id: String) -> Bool { !id.utf8.contains(where: changesInURL) }

  private static func changesInURL(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "%") || byte == UInt8(ascii: "#") || byte == UInt8(ascii: "?")
  }

  private static func decoded(_ id: String) -> String {
    var bytes: [UInt8] = []
    var rest = Array(id.utf8.prefix { $0 != UInt8(ascii: "#") && $0 != UInt8(ascii: "?") })[...]
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "%"), let code = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16),
        rest.count >= 2
      {
        bytes.append(code)
        rest.removeFirst(2)
      } else {
        bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
