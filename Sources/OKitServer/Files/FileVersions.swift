import Ciphers
import Glibc
import HTTPServer
import OKitModels
import OKitStorage
import Synchronization

/// The versions of files by the stamps of their files, so that a file is not hashed again for each request.
final class FileVersions: Sendable {
  private static let limit = 10_000
  /// The age in nanoseconds from which the times of a file identify its content. Another program could change a younger file again at the same time.
  private static let settledAge: Int64 = 100_000_000

  private struct Known {
    let stamp: FileStamp
    let tag: EntityTag
  }

  private let known = Mutex<[DataPath: Known]>([:])

  /// Returns the version of the file at `path` if it is known.
  func tag(_ path: DataPath, _ stamp: FileStamp) -> EntityTag? {
    known.withLock { known in known[path].flatMap { $0.stamp == stamp ? $0.tag : nil } }
  }

  /// Keeps the version of a file.
  func keep(_ tag: EntityTag, _ path: DataPath, _ stamp: FileStamp) {
    var now = timespec()
    clock_gettime(CLOCK_REALTIME, &now)
    let age = Int64(now.tv_sec) * 1_000_000_000 + Int64(now.tv_nsec) - max(stamp.changed, stamp.modified)
    guard age > Self.settledAge else { return }
    known.withLock { known in
      if known.count >= Self.limit { known.removeAll() }
      known[path] = Known(stamp: stamp, tag: tag)
    }
  }

  /// Returns the version of the file at `path`, which is read as a whole if it is not known.
  func tag(of file: OpenFile, _ path: DataPath) throws -> EntityTag {
    if let known = tag(path, file.stamp) { return known }
    let tag = try Self.tag(of: file)
    keep(tag, path, file.stamp)
    return tag
  }

  /// Returns the version of a file, which is read as a whole.
  static func tag(of file: OpenFile) throws -> EntityTag {
    var hasher = SHA256Hasher()
    try file.forEachPiece { hasher.update($0) }
    try file.requireUnchanged()
    return EntityTag(hasher.finish())
  }
}
