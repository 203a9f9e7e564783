import Archives
import OKitModels
import OKitStorage

/// Where the data folder lies in a zip that an app made: at the top, or in some folder.
struct ZipLayout {
  private let prefix: String
  /// Bytes of all files of the data folder, as the zip declares them.
  private(set) var size: Int64 = 0

  /// Looks at the names in `file`; nil where the zip is a backup of okit. Throws an error of kind `malformed` where nothing in it looks
  /// like a data folder.
  init?(_ file: OpenFile) throws {
    let directory = try ZipDirectory(descriptor: file.descriptor)
    let names = directory.entries.filter { $0.kind == .file }.map(\.name)
    if names.contains(BackupManifest.fileName) { return nil }
    let models = names.filter { $0.withoutSuffix(".json") != nil && $0.withoutPrefix("__MACOSX/") == nil }
    // A workspace's configuration lies above its data; a model of that name is hardly the only one.
    let others = models.filter { !Path.name(of: $0).isExactly(Configuration.fileName) }
    guard let shortest = (others.isEmpty ? models : others).min(by: { Self.depth($0) < Self.depth($1) }) else {
      throw OKitError(.malformed, "\(file.path) contains no model: no .json file")
    }
    let folder = Path.parent(of: shortest)
    prefix = folder == "." ? "" : folder + "/"
    // Their sum is within the limits of the reader.
    for entry in directory.entries where entry.kind == .file && dataPath(of: entry.name) != nil { size += entry.size }
  }

  private static func depth(_ name: String) -> Int { name.utf8.count { $0 == UInt8(ascii: "/") } }

  /// The path in the data folder; nil for an entry that lies elsewhere, is hidden, or cannot belong there.
  func dataPath(of name: String) -> String? {
    guard let path = name.withoutPrefix(prefix) else { return nil }
    return path.pathComponents.allSatisfy { PathComponent.fault(of: $0) == nil } ? path : nil
  }
}
