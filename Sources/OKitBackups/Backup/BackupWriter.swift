import Archives
import Ciphers
import JSONDocument
import OKitStorage

/// Receives the entries of a backup in order.
protocol BackupSink: AnyObject {
  func addFile(_ path: BackupPath, size: Int64, modified: Int64, from source: CipherSource) throws
  func finish() throws
}

extension TarZstdWriter: BackupSink {
  func addFile(_ path: BackupPath, size: Int64, modified: Int64, from source: CipherSource) throws {
    try addFile(path.text, size: size, modified: modified, from: source)
  }
}

extension ZipWriter: BackupSink {
  func addFile(_ path: BackupPath, size: Int64, modified: Int64, from source: CipherSource) throws {
    try addFile(path.text, size: size, modified: modified, from: source)
  }
}

/// Writes a backup as a plain folder.
final class FolderSink: BackupSink {
  private let folder: FilePath
  private let system: FileSystem
  private var made: Set<BackupPath> = []

  /// Writes into the existing folder `folder`.
  init(_ folder: FilePath, system: FileSystem) {
    self.folder = folder
    self.system = system
  }

  func addFile(_ path: BackupPath, size: Int64, modified: Int64, from source: CipherSource) throws {
    try makeFolders(of: path)
    let file = try system.createFile(folder.appending(path), mode: FileSystem.privateFile)
    try forEachPiece(of: source, file.write)
  }

  private func makeFolders(of path: BackupPath) throws {
    let parent = path.parent
    guard parent != ".", !made.contains(parent) else { return }
    try makeFolders(of: parent)
    try system.ensureFolder(folder.appending(parent), mode: FileSystem.privateFolder)
    made.insert(parent)
  }

  func finish() throws {
    try system.flushFileSystem(of: folder)
  }
}

/// Writes the entries of a backup: the manifest, the files, and their checksums.
struct BackupWriter {
  let contents: BackupContents
  let manifest: BackupManifest
  let observer: any Observer

  func write(to sink: any BackupSink) throws {
    var sums = Checksums()
    try add(BackupManifest.entry, manifest.encoded(), to: sink, &sums)
    for item in contents.items {
      try contents.open(item) { source in
        var hasher = SHA256Hasher()
        try sink.addFile(item.file.path, size: item.file.size, modified: item.modified) { buffer in
          let count = try source(buffer)
          hasher.update(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
          try observer.advanced(byBytes: Int64(count))
          return count
        }
        sums.add(item.file.path, hasher.finish())
      }
    }
    var unused = Checksums()
    try add(Checksums.entry, sums.encoded(), to: sink, &unused)
    try sink.finish()
  }

  private func add(_ path: BackupPath, _ bytes: [UInt8], to sink: any BackupSink, _ sums: inout Checksums) throws {
    let source = MemorySource(JSONBytes(bytes))
    try sink.addFile(path, size: Int64(bytes.count), modified: manifest.created) { source.read(into: $0) }
    sums.add(path, bytes.withUnsafeBytes(SHA256Hasher.hash))
  }
}
