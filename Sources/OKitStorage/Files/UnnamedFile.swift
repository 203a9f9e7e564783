import CSystem
import Glibc

/// A temporary file without a name, which is gone when nobody has it open any more, also after a crash.
package final class UnnamedFile {
  private let descriptor: Int32
  /// The number of bytes.
  private(set) var size: Int64 = 0

  /// Creates an empty file on the file system of `folder`; in memory if that has no such files, or if nothing can be written there.
  ///
  /// Throws `SystemError`.
  package init(in folder: FilePath) throws {
    let file = okit_unnamed_file(folder.text)
    descriptor = file >= 0 ? file : okit_memory_file("okit")
    guard descriptor >= 0 else { throw SystemError("create a file in", folder) }
  }

  deinit { close(descriptor) }

  /// Appends a piece. `path` names the file in errors.
  package func append(_ piece: UnsafeRawBufferPointer, as path: FilePath) throws {
    var rest = piece
    while !rest.isEmpty {
      let count = pwrite(descriptor, rest.baseAddress, rest.count, off_t(size))
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw SystemError("write", path) }
      size += Int64(count)
      rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(count))
    }
  }

  /// Opens the content, independently of other openings. Returns a descriptor, or -1 with `errno`.
  func open() -> Int32 { Glibc.open("/proc/self/fd/\(descriptor)", O_RDONLY | O_CLOEXEC) }
}
