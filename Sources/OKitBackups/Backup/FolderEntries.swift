import OKitStorage

/// Reads the entries of a backup folder in the order of an archive.
final class FolderEntries {
  private let folder: String
  private var waiting: [String]
  private var current: OpenFile?

  init(_ folder: String) throws {
    self.folder = folder
    var names: [String] = []
    try Self.collect(folder, "", &names)
    let last = [Checksums.fileName].filter(names.contains)
    let first = [BackupManifest.fileName].filter(names.contains)
    waiting = (first + names.filter { !first.contains($0) && !last.contains($0) } + last).reversed()
  }

  private static func collect(_ folder: String, _ prefix: String, _ names: inout [String]) throws {
    let listing = try FolderListing(folder)
    try listing.requireReadableNames(in: folder)
    // Backups contain no hidden files, but a folder that was renamed into a backup may have some.
    for entry in listing.entries where !entry.isHidden {
      let name = prefix.isEmpty ? entry.name : Path.join(prefix, entry.name)
      switch entry.kind {
      case .file: names.append(name)
      case .folder: try collect(Path.join(folder, entry.name), name, &names)
      case .link, .other:
        throw OKitError(.malformed, "\(folder): \(PathComponent.printable(name)) is neither a file nor a folder")
      }
    }
  }

  func next() throws -> BackupEntry? {
    guard let name = waiting.popLast() else { return nil }
    let file = try OpenFile(Path.join(folder, name))
    current = file
    return BackupEntry(name: name, size: file.size, isFile: true)
  }

  func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
    try current?.read(into: buffer) ?? 0
  }
}
