import Archives
package import Ciphers
import Glibc
import JSONDocument
import OKitModels
package import OKitStorage

/// Reads a backup from the first entry to the last and checks everything that it declares.
///
/// Do not use any data before `readAll` has returned, because only the checksums at the end prove the entries before them.
package final class BackupReader {
  /// The source of the entries, in order.
  fileprivate enum Entries {
    /// An archive. A zip file must stay open as long as its reader, which uses its descriptor.
    case archive(ArchiveReader, BackupArchive?)
    case folder(FolderEntries)
    case snapshot(ArchiveReader)
  }

  /// The name of the backup in errors.
  package let name: String
  /// The content of the first entry.
  package let manifest: BackupManifest
  /// True unless the backup is a zip file without strong encryption, which anybody can have made.
  let isSealed: Bool
  /// True if it opened with a password: only someone who knew it can have made the backup. Anyone can know a recipient's public key.
  package let isAuthenticated: Bool
  /// The folders before the first file.
  private let leadingFolders: [BackupPath]
  /// The digest of the first entry.
  private let manifestDigest: SHA256Digest
  private let entries: Entries

  /// Opens the archive of a snapshot, whose bytes `source` returns. See ``SnapshotArchive``.
  convenience init(snapshot source: @escaping CipherSource, name: String, isAuthenticated: Bool) throws {
    try self.init(.snapshot(ArchiveReader(tar: source)), name: name, isAuthenticated: isAuthenticated)
  }

  /// Opens the backup at `path`: decrypts it and reads its manifest.
  ///
  /// Throws errors of kind `notFound`, `locked` (wrong password or key), `malformed` (damaged, or not a backup), and `SystemError`.
  package convenience init(_ path: FilePath, unlock: BackupUnlock) throws {
    guard let status = try FileStatus.of(path, followingLinks: true) else {
      throw OKitError(.notFound, "no such backup: \(path)")
    }
    if status.kind == .folder {
      try self.init(folder: path)
    } else {
      let archive = try BackupArchive(path)
      if archive.format == .zip {
        try self.init(.archive(try archive.zip(unlock), archive), name: path.text)
      } else {
        try self.init(archive.decrypted(unlock))
      }
    }
  }

  /// Opens the backup folder at `path`.
  package convenience init(folder path: FilePath) throws {
    // Files are read in any order, so the manifest can only be missing.
    guard let kind = try FileStatus.of(path.appending(BackupManifest.entry))?.kind, kind != .folder else {
      throw OKitError(.malformed, "\(path) is not an okit backup: it contains no \(BackupManifest.fileName)")
    }
    try self.init(.folder(FolderEntries(path)), name: path.text)
  }

  /// Throws an error of kind `malformed` for a zip file without strong encryption. okit never creates one, but anybody else can.
  package func requireSealed() throws {
    guard isSealed else {
      throw OKitError(
        .malformed, "\(name) is not encrypted, so anyone can have made it",
        remedy: .words("run 'okit import' to import it unverified"))
    }
  }

  /// Opens a backup in an age file whose decryption has begun.
  package convenience init(_ age: DecryptedAgeFile) throws {
    try self.init(.archive(try age.archive(), nil), name: age.name, isAuthenticated: age.isAuthenticated)
  }

  fileprivate init(_ entries: Entries, name: String, isAuthenticated: Bool = false) throws {
    self.entries = entries
    self.name = name
    let zip = entries.zip
    isSealed = zip.map { $0.isEncrypted && !$0.isWeaklyEncrypted } ?? true
    self.isAuthenticated = zip == nil ? isAuthenticated : isSealed
    var first = try entries.next(of: name)
    var folders: [BackupPath] = []
    while let entry = first, !entry.isFile {
      folders.append(entry.name)
      first = try entries.next(of: name)
    }
    leadingFolders = folders
    guard let first, first.name == BackupManifest.entry, first.isFile else {
      guard zip != nil else {
        throw OKitError(
          .malformed, "\(name) is not an okit backup: it does not begin with \(BackupManifest.fileName)",
          remedy: first.flatMap { Self.folderBelow($0.name) } ?? Self.unpack)
      }
      throw try Self.manifestNotFirstError(first, entries, name)
    }
    let bytes = try entries.contents(first, of: name, limit: BackupManifest.maximumSize)
    manifestDigest = bytes.withUnsafeBytes(SHA256Hasher.hash)
    manifest = try BackupManifest(decoding: bytes, of: name, limit: entries.limit)
  }

  /// Returns the error for a zip file that does not begin with its manifest. Programs that change a zip file often reorder it as well, so this
  /// looks for other changes first.
  private static func manifestNotFirstError(_ first: BackupEntry?, _ entries: Entries, _ name: String) throws
    -> OKitError
  {
    var names: [BackupPath] = []
    var manifest: BackupManifest?
    var entry = first
    while let current = entry {
      if current.name == BackupManifest.entry, current.isFile {
        let bytes = try entries.contents(current, of: name, limit: BackupManifest.maximumSize)
        manifest = try BackupManifest(decoding: bytes, of: name, limit: entries.limit)
      } else if current.isFile, current.name != Checksums.entry {
        names.append(current.name)
      }
      entry = try entries.next(of: name)
    }
    guard let manifest else {
      return OKitError(
        .malformed, "\(name) is not an okit backup: \(BackupManifest.fileName) is missing",
        remedy: names.lazy.compactMap(folderBelow).first)
    }
    let files = Set(manifest.files.map { $0.path })
    if let added = names.first(where: { !files.contains($0) }) {
      return damaged(name, added, "is not in the manifest")
    }
    if let missing = files.subtracting(names).min() {
      return damaged(name, missing, "is missing")
    }
    return OKitError(
      .malformed, "\(name): \(PathComponent.printable(BackupManifest.fileName)) is not the first entry",
      remedy: unpack)
  }

  /// Advice for a backup whose files were packed in another order.
  private static let unpack = OKitError.Remedy.words(
    "unpack it and use the folder instead; the order of files does not matter there")

  /// Returns advice for a backup that was packed together with the folder around it; nil if `path` is not a manifest in a folder.
  private static func folderBelow(_ path: BackupPath) -> OKitError.Remedy? {
    guard let folder = path.text.withoutSuffix("/" + BackupManifest.fileName) else { return nil }
    return .words("unpack it and use its folder \(PathComponent.printable(folder)) instead")
  }

  /// Passes each file to `body`, in order, with a source of its bytes. Then checks sizes and checksums, and that no entry is missing or added.
  ///
  /// Throws an error of kind `malformed` that names the entry.
  package func readAll(_ body: (BackupManifest.File, @escaping CipherSource) throws -> Void) throws {
    _ = try checksums(readingAll: body)
  }

  /// Does the same, and returns the checksums.
  private func checksums(
    readingAll body: (BackupManifest.File, @escaping CipherSource) throws -> Void
  ) throws -> [BackupPath: SHA256Digest] {
    var expected: [BackupPath: BackupManifest.File] = [:]
    for file in manifest.files where expected.updateValue(file, forKey: file.path) != nil {
      throw damaged(file.path, "is in the manifest twice")
    }
    // okit writes no entries for folders, but other programs add them when they pack a backup.
    let folders = BackupPath.folders(of: manifest.files.lazy.map(\.path))
    func requireKnown(_ folder: BackupPath) throws {
      guard folders.contains(folder) else {
        throw damaged(folder, "is a folder without files in the manifest")
      }
    }
    for folder in leadingFolders { try requireKnown(folder) }
    var found = [BackupManifest.entry: manifestDigest]
    while let entry = try entries.next(of: name) {
      guard entry.isFile else {
        try requireKnown(entry.name)
        continue
      }
      if entry.name == Checksums.entry {
        let limit = Checksums.maximumSize(of: [BackupManifest.entry] + manifest.files.map(\.path))
        let sums = try Checksums(decoding: entries.contents(entry, of: name, limit: limit), of: name)
        while let next = try entries.next(of: name) {
          guard !next.isFile else {
            throw Self.damaged(name, entry.name, "is not the last entry", remedy: Self.unpack)
          }
          try requireKnown(next.name)
        }
        try compare(found, sums, expected)
        return found
      }
      guard let file = expected[entry.name] else { throw damaged(entry.name, "is not in the manifest") }
      guard found[entry.name] == nil else { throw damaged(entry.name, "is a duplicate") }
      guard entry.size == file.size else { throw damaged(entry.name, "does not have the size in the manifest") }
      found[entry.name] = try read(file, body)
    }
    throw OKitError(.malformed, "\(name) is incomplete: \(Checksums.fileName) is missing")
  }

  /// Reads and checks everything. `observer` gets the number of bytes.
  func readAll(_ observer: any Observer) throws {
    try readAll { _, source in try forEachPiece(of: source) { try observer.advanced(byBytes: Int64($0.count)) } }
  }

  /// Writes the backup to `sink` while it is read, in the order of its files. If this throws, what was written is no backup. Calls `progress` with the
  /// number of bytes of each piece.
  func rewrite(to sink: any BackupSink, progress: (Int64) throws -> Void = { _ in }) throws {
    if case .folder(let folder) = entries { folder.arrange(by: manifest) }
    // The manifest has no other time.
    let modified = manifest.created
    var sums = Checksums()
    sums.add(BackupManifest.entry, try sink.addText(BackupManifest.entry, manifest.encoded(), modified: modified))
    let digests = try checksums { file, source in
      try sink.addFile(file.path, size: file.size, modified: modified) { buffer in
        let count = try source(buffer)
        try progress(Int64(count))
        return count
      }
    }
    for file in manifest.files { if let digest = digests[file.path] { sums.add(file.path, digest) } }
    _ = try sink.addText(Checksums.entry, sums.encoded(), modified: modified)
    try sink.finish()
  }

  private func read(
    _ file: BackupManifest.File, _ body: (BackupManifest.File, @escaping CipherSource) throws -> Void
  ) throws -> SHA256Digest {
    let source = FingerprintedSource { [entries, name] in try entries.read(into: $0, of: name) }
    try body(file) { try source.read(into: $0) }
    let found = try source.finish()
    guard found.size == file.size else { throw damaged(file.path, "has \(found.size) bytes instead of \(file.size)") }
    return found.digest
  }

  private func compare(
    _ found: [BackupPath: SHA256Digest], _ sums: Checksums, _ expected: [BackupPath: BackupManifest.File]
  ) throws {
    for path in expected.keys.sorted() where found[path] == nil { throw damaged(path, "is missing") }
    for (path, digest) in found.sorted(by: { $0.key < $1.key }) {
      guard let sum = sums.digests[path] else { throw damaged(path, "has no checksum in \(Checksums.fileName)") }
      guard sum == digest else { throw damaged(path, "does not match its checksum in \(Checksums.fileName)") }
    }
    for path in sums.digests.keys.sorted() where found[path] == nil { throw damaged(path, "is missing") }
  }

  private func damaged(_ path: BackupPath, _ detail: String) -> OKitError { Self.damaged(name, path, detail) }

  private static func damaged(
    _ name: String, _ path: BackupPath, _ detail: String, remedy: OKitError.Remedy? = nil
  ) -> OKitError {
    OKitError(.malformed, "\(name): \(PathComponent.printable(path.text)) \(detail)", remedy: remedy)
  }
}

/// An entry of an archive or a folder.
struct BackupEntry {
  let name: BackupPath
  let size: Int64
  let isFile: Bool
}

extension BackupReader.Entries {
  /// The reader of a zip file; nil for other backups.
  var zip: ArchiveReader? {
    if case .archive(let reader, let archive?) = self, archive.format == .zip { reader } else { nil }
  }

  /// The maximum number of entries.
  var limit: Int {
    switch self {
    case .archive, .snapshot: ArchiveLimits().entries
    case .folder: .max
    }
  }

  /// Returns the next entry; nil at the end. `name` names the backup in errors.
  func next(of name: String) throws -> BackupEntry? {
    switch self {
    case .archive(let reader, _): return try Self.next(in: reader, of: name)
    case .folder(let folder): return try folder.next()
    case .snapshot(let reader):
      while let entry = try Self.next(in: reader, of: name) {
        if !entry.isFile || !SnapshotArchive.isPadding(entry.name.text) { return entry }
      }
      return nil
    }
  }

  private static func next(in reader: ArchiveReader, of name: String) throws -> BackupEntry? {
    try BackupArchive.translating(name) {
      try reader.next().map { BackupEntry(name: BackupPath(text: $0.name), size: $0.size, isFile: $0.kind == .file) }
    }
  }

  /// Reads up to `buffer.count` bytes of the current entry and returns their count; 0 at its end.
  func read(into buffer: UnsafeMutableRawBufferPointer, of name: String) throws -> Int {
    switch self {
    case .archive(let reader, _), .snapshot(let reader):
      try BackupArchive.translating(name) { try reader.read(into: buffer) }
    case .folder(let folder): try folder.read(into: buffer)
    }
  }

  /// Returns all bytes of the current entry. Throws an error of kind `malformed` if there are more than `limit`.
  func contents(_ entry: BackupEntry, of name: String, limit: Int64) throws -> JSONBytes {
    guard entry.size <= limit else { throw OKitError(.malformed, "\(name): \(entry.name) is too large") }
    return try JSONBytes.collecting(
      "\(name): \(entry.name)", expected: entry.size, secret: false, limit: Int(limit)
    ) {
      try read(into: $0, of: name)
    }
  }
}
