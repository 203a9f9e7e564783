package import JSONDocument
import OKitStorage

/// A snapshot, as `restic snapshots --json` describes it.
package struct ResticSnapshot: Equatable, Sendable {
  /// The id, 64 hexadecimal digits. It changes with the tags.
  package let id: String
  /// The id that it had when it was made. An interrupted change of tags leaves two snapshots with the same one.
  package let original: String
  /// The time of the backup, in seconds since 1970.
  package let time: Int64
  /// The paths in the snapshot.
  package let paths: [String]
  /// The tags.
  package let tags: [String]

  package init(id: String, original: String? = nil, time: Int64, paths: [String], tags: [String]) {
    self.id = id
    self.original = original ?? id
    self.time = time
    self.paths = paths
    self.tags = tags
  }

  /// Parses the output of `restic snapshots --json` for the repository `name`. Throws an error of kind `malformed`.
  package static func list(parsing bytes: JSONBytes, of name: String) throws -> [ResticSnapshot] {
    let malformed = OKitError(.malformed, "\(name): restic lists no snapshots that okit understands")
    let root: JSONValue
    do {
      root = try JSONDocument(parsing: bytes, path: name).root
    } catch {
      throw malformed
    }
    // Without snapshots some versions print null.
    if root.kind == .null { return [] }
    guard root.kind == .array else { throw malformed }
    return try root.elements.map { value in
      guard let id = value["id"]?.string, isID(id),
        let time = value["time"]?.string.flatMap(Timestamp.parse(withOffset:))
      else {
        throw malformed
      }
      func texts(_ key: String) -> [String] {
        guard let list = value[key], list.kind == .array else { return [] }
        return list.elements.compactMap(\.string)
      }
      return ResticSnapshot(
        id: id, original: value["original"]?.string, time: time, paths: texts("paths"), tags: texts("tags"))
    }
  }

  private static func isID(_ text: String) -> Bool {
    text.utf8.count == 64
      && text.utf8.allSatisfy { (0x30...0x39).contains($0) || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains($0) }
  }
}
