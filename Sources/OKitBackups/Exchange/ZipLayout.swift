import Archives
import JSONDocument
import OKitModels
import OKitStorage

/// The location of the data folder in a zip file that an app made: at the top level, or in a folder.
struct ZipLayout {
  private let prefix: String
  /// The declared size of all files of the data folder, in bytes.
  private(set) var size: Int64 = 0

  /// Finds the data folder by the names in `file`; nil if the zip file is a backup of okit. Throws an error of kind `malformed` if nothing looks
  /// like a data folder.
  init?(_ file: OpenFile) throws {
    let directory = try ZipDirectory(descriptor: file.descriptor)
    let names = directory.entries.filter { $0.kind == .file }.map { BackupPath(text: $0.name) }
    if names.contains(BackupManifest.entry) { return nil }
    let models = names.filter { $0.text.withoutSuffix(".json") != nil && $0.text.withoutPrefix("__MACOSX/") == nil }
    // The configuration of a workspace is above its data folder. A model of the same name is hardly ever the only one.
    let others = models.filter { !$0.name.isExactly(Configuration.fileName) }
    guard let shortest = (others.isEmpty ? models : others).min(by: { Self.depth($0) < Self.depth($1) }) else {
      throw OKitError(.malformed, "\(file.path) contains no model: no .json file")
    }
    let folder = shortest.parent
    prefix = folder == "." ? "" : folder.text + "/"
    // The reader limits the total size, so this does not overflow.
    for entry in directory.entries where entry.kind == .file && dataPath(of: entry.name) != nil { size += entry.size }
  }

  private static func depth(_ name: BackupPath) -> Int { name.text.utf8.count { $0 == UInt8(ascii: "/") } }

  /// Returns the path in the data folder; nil for an entry that is elsewhere, hidden, or not allowed there.
  func dataPath(of name: String) -> DataPath? {
    guard let path = name.withoutPrefix(prefix) else { return nil }
    return path.pathComponents.allSatisfy { PathComponent.fault(of: $0) == nil } ? DataPath(text: path) : nil
  }
}
