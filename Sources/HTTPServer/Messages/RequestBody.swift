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
  private let budget: BodyBudget?
  private var hasher: SHA256Hasher? = SHA256Hasher()
  private var finalDigest: SHA256Digest?
  /// The size in bytes.
  package private(set) var size: Int64 = 0

  /// An empty body that will probably have `expectedSize` bytes. A large one, or one of unknown size, is stored in `folder`. Its bytes count in
  /// `budget`. `unnamedFile` opens a file without a name in a folder; -1 if its file system has none.
  ///
  /// Throws `SystemError`.
  package init(
    expectedSize: Int64?, in folder: FilePath?, budget: BodyBudget? = nil,
    unnamedFile: (FilePath) -> Int32 = { okit_unnamed_file($0.text) }
  ) throws {
    if let folder, expectedSize.map({ $0 > Self.memoryLimit }) ?? true {
      let file = unnamedFile(folder)
      // A large body must not be kept in memory only because the file system is NFS.
      descriptor = file >= 0 ? file : try Self.unlinkedFile(in: folder)
    } else {
      descriptor = okit_memory_file("okit request")
    }
    guard descriptor >= 0 else { throw SystemError("store", "request body") }
    self.budget = budget
  }

  deinit {
    close(descriptor)
    budget?.give(back: size)
  }

  /// Creates a file and removes its name.
  private static func unlinkedFile(in folder: FilePath) throws -> Int32 {
    let name = folder.appending(".okit-request-\(UInt64.random(in: 0...(.max)))").text
    let descriptor = open(name, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else { throw SystemError("store", "request body") }
    unlink(name)
    return descriptor
  }

  /// Appends a piece. Throws `SystemError`, and ``BodyBudget/Exceeded``.
  package func append(_ piece: UnsafeRawBufferPointer) throws {
    try budget?.take(Int64(piece.count))
    // What was taken is given back with the rest, even if the piece cannot be stored.
    size += Int64(piece.count)
    hasher?.update(piece)
    var rest = piece[...]
    while !rest.isEmpty {
      let count = write(descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw SystemError("store", "request body") }
      rest = rest.dropFirst(count)
    }
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
