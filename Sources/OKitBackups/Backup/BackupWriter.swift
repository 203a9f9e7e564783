import Ciphers
import JSONDocument
import OKitStorage

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
