import Glibc

/// Flushes folders and keeps them open, because a transaction flushes the same ones before and after its commit.
final class FolderFlusher {
  private static let limit = 8

  private let system: FileSystem
  private var descriptors: [FilePath: Int32] = [:]

  init(_ system: FileSystem) { self.system = system }

  deinit { close() }

  /// Flushes the folder `path`, so that its names survive a crash.
  func flush(_ path: FilePath) throws {
    if let known = descriptors[path] { return try system.flush(known, path) }
    guard descriptors.count < Self.limit else { return try system.flushFolder(path) }
    let descriptor = open(path.text, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { throw SystemError("flush", path) }
    descriptors[path] = descriptor
    try system.flush(descriptor, path)
  }

  /// Closes the folders. Call it if another folder may have got the name of one.
  func close() {
    for descriptor in descriptors.values { Glibc.close(descriptor) }
    descriptors = [:]
  }
}
