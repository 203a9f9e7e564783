import OKitStorage

/// A file without a name beside the data, for bytes from a server. It is gone when it is closed, also by a crash.
final class UnnamedDownload {
  /// The file, to read it.
  let file: OpenFile
  private let staged: StagedFile

  init(in storage: Storage) throws {
    let path = storage.okitFolder.appending(storage.stagedName())
    let written = try storage.system.createFile(path, mode: FileSystem.privateFile)
    defer { try? storage.system.removeFile(path) }
    file = try OpenFile(path)
    staged = StagedFile(written)
  }

  func write(_ bytes: UnsafeRawBufferPointer) throws { try staged.write(bytes) }

  /// Returns the size and the SHA-256 of the bytes.
  func finish() throws -> Journal.Fingerprint { try staged.finish() }
}
