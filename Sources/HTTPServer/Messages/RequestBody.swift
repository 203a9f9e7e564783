import CSystem
package import Ciphers
import Glibc
package import OKitStorage

/// The body of a request, in a file without a name: nothing is left of it when the process ends, however it ends.
///
/// Only one thread at a time uses it: first the one that receives the body, then the one that answers the request.
package final class RequestBody: @unchecked Sendable {
  /// A body up to this size is kept in memory.
  private static let memoryLimit: Int64 = 1 << 20

  private let descriptor: Int32
  private var hasher: SHA256Hasher? = SHA256Hasher()
  private var finalDigest: SHA256Digest?
  /// The size in bytes.
  package private(set) var size: Int64 = 0

  /// An empty body that will probably have `expectedSize` bytes. A large one is stored in `folder`, if its file system has files without names.
  ///
  /// Throws `SystemError`.
  package init(expectedSize: Int64?, in folder: FilePath?) throws {
    var file: Int32 = -1
    if let folder, expectedSize.map({ $0 > Self.memoryLimit }) ?? true {
      file = okit_unnamed_file(folder.text)
    }
    descriptor = file >= 0 ? file : okit_memory_file("okit request")
    guard descriptor >= 0 else { throw SystemError("store", "request body") }
  }

  deinit { close(descriptor) }

  /// Appends a piece. Throws `SystemError`.
  package func append(_ piece: UnsafeRawBufferPointer) throws {
    hasher?.update(piece)
    var rest = piece[...]
    while !rest.isEmpty {
      let count = write(descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw SystemError("store", "request body") }
      rest = rest.dropFirst(count)
    }
    size += Int64(piece.count)
  }

  /// The SHA-256 of the body, after the last piece was appended.
  package var digest: SHA256Digest {
    if let finalDigest { return finalDigest }
    guard let hasher = hasher.take() else { preconditionFailure("the body was hashed before") }
    let digest = hasher.finish()
    finalDigest = digest
    return digest
  }

  /// Returns the body as a file. Errors call it `name`. Throws `SystemError`.
  package func file(named name: String) throws -> OpenFile {
    let copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
    guard copy >= 0 else { throw SystemError("read", name) }
    // The copy shares the position with the descriptor that the body was written to.
    lseek(copy, 0, SEEK_SET)
    return try OpenFile(FilePath(text: name), taking: copy)
  }
}
