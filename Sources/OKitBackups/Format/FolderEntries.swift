import OKitStorage

/// Reads the entries of a backup folder in the order of an archive.
final class FolderEntries {
  private let folder: FilePath
  private var waiting: [BackupPath]
  private var current: OpenFile?

  init(_ folder: FilePath) throws {
    self.folder = folder
    var names: [BackupPath] = []
    try Self.collect(folder, BackupPath(text: ""), &names)
    let last = [Checksums.entry].filter(names.contains)
    let first = [BackupManifest.entry].filter(names.contains)
    waiting = (first + names.filter { !first.contains($0) && !last.contains($0) } + last).reversed()
  }

  private static func collect(_ folder: FilePath, _ prefix: BackupPath, _ names: inout [BackupPath]) throws {
    let listing = try FolderListing(folder)
    try listing.requireReadableNames(in: folder)
    // Backups contain no hidden files, but a folder that was renamed into a backup may have some.
    for entry in listing.entries where !entry.isHidden {
      let name = prefix.appending(entry.name)
      switch entry.kind {
      case .file: names.append(name)
      case .folder: try collect(folder.appending(entry.name), name, &names)
      case .link, .other:
        throw OKitError(.malformed, "\(folder): \(PathComponent.printable(name.text)) is neither a file nor a folder")
      }
    }
  }

  /// Puts the files that are left into the order of `manifest`. Those that are not in it come first.
  func arrange(by manifest: BackupManifest) {
    let positions = Dictionary(zip(manifest.files.map(\.path), 0...)) { first, _ in first }
    func position(_ name: BackupPath) -> Int { name == Checksums.entry ? .max : positions[name] ?? -1 }
    waiting.sort { position($0) > position($1) }
  }

  func next() throws -> BackupEntry? {
    guard let name = waiting.popLast() else { return nil }
    let file = try OpenFile(folder.appending(name))
    current = file
    return BackupEntry(name: name, size: file.size, isFile: true)
  }

  func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
    try current?.read(into: buffer) ?? 0
  }
}
