import Ciphers
import OKitStorage

/// Writes the entries of a backup: the manifest, the files, and their checksums.
struct BackupWriter {
  let contents: BackupContents
  let manifest: BackupManifest
  let observer: any Observer

  func write(to sink: any BackupSink) throws {
    var sums = Checksums()
    sums.add(
      BackupManifest.entry, try sink.addText(BackupManifest.entry, manifest.encoded(), modified: manifest.created))
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
    _ = try sink.addText(Checksums.entry, sums.encoded(), modified: manifest.created)
    try sink.finish()
  }
}
