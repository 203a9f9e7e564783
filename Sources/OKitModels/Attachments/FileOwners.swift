package import JSONDocument
import OKitStorage

/// Which files an entity may own, however damaged it is: what belongs to one must not be taken for an orphan.
package struct FileOwners {
  /// Entities that hold their bytes themselves; what bears their id is left over.
  private var inline: Set<EntityID> = []
  /// Attachments that have their file; what bears their id otherwise is left over.
  private var served: Set<EntityID> = []
  /// The files of these, relative to the data folder.
  private var files: Set<ExactText> = []
  /// What a URL makes of ids: `%20` is decoded, everything from `#` or `?` on is cut off.
  private var decoded: Set<EntityID> = []
  /// Whether an entity lacks the id that its file has as its name.
  package var mayLackOne = false

  package init() {}

  /// Notes an entity.
  package mutating func note(_ entity: JSONValue, _ id: JSONValue) {
    if entity["format"]?.kind == .string, entity["data"]?.kind == .string, let id = EntityID(id) { inline.insert(id) }
    let isPlain = id.withRawBytes { bytes in !bytes.contains { "%#?\\".utf8.contains($0) } }
    guard !isPlain, let text = id.string else { return }
    decoded.insert(EntityID(Self.decoded(text)))
  }

  /// Notes the file that an attachment has, relative to the data folder.
  package mutating func note(file path: String, of id: String) {
    files.insert(ExactText(path))
    served.insert(EntityID(id))
  }

  /// Looks for attachments without an id.
  package mutating func note(_ document: JSONDocument) {
    document.forEachKey { key in
      guard !mayLackOne, key == "format" else { return }
      let object = key.object
      guard object["quality"] != nil, object["scale"] != nil else { return }
      if object["id"]?.kind != .string || object["id"]?.hasString(equalTo: "") == true, object["data"] == nil {
        mayLackOne = true
      }
    }
  }

  /// Whether a file of attachments, relative to the data folder, is or may be that of an entity in `index`.
  package func mayOwn(_ path: String, _ index: EntityIndex) -> Bool {
    let id = EntityID(AttachmentEntity.id(ofFile: Path.name(of: path)))
    return files.contains(ExactText(path)) || decoded.contains(id)
      || index.contains(id) && !inline.contains(id) && !served.contains(id)
  }

  /// Whether a partial's file of this key may be that of a stand-in with an id that is not as plain.
  package func mayOwn(partial key: String) -> Bool { decoded.contains(EntityID(key)) }

  /// Whether a file that bears this id is one that an app finds by it.
  package static func isPlain(_ id: String) -> Bool { !id.utf8.contains { "%#?".utf8.contains($0) } }

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
