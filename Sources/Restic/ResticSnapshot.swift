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
      guard let id = value["id"]?.string, isID(id), let time = value["time"]?.string.flatMap(seconds) else {
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

  /// Returns the seconds since 1970 of a time in the format of RFC 3339, which may have a fraction and an offset from UTC; nil for other text.
  static func seconds(_ text: String) -> Int64? {
    let bytes = Array(text.utf8)
    guard bytes.count > 19, let local = Timestamp.parse(internet: String(decoding: bytes[..<19], as: UTF8.self) + "Z")
    else { return nil }
    var rest = bytes[19...]
    if rest.first == UInt8(ascii: ".") {
      let digits = rest.dropFirst().prefix { (0x30...0x39).contains($0) }
      guard !digits.isEmpty else { return nil }
      rest = rest.dropFirst(1 + digits.count)
    }
    if rest.elementsEqual("Z".utf8) { return local }
    let parts = rest.dropFirst().split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
    guard let sign = rest.first, sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-"), parts.count == 2,
      parts.allSatisfy({ part in part.count == 2 && part.allSatisfy { (0x30...0x39).contains($0) } }),
      let hours = Int64(String(decoding: parts[0], as: UTF8.self)),
      let minutes = Int64(String(decoding: parts[1], as: UTF8.self)), hours < 24, minutes < 60
    else { return nil }
    let offset = hours * 3600 + minutes * 60
    return sign == UInt8(ascii: "+") ? local - offset : local + offset
  }
}
