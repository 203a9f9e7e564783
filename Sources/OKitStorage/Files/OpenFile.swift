import CSystem
import Glibc

/// A regular file that is open for reading. The last reference closes it.
package final class OpenFile {
  /// The path, for errors.
  package let path: FilePath
  /// The file descriptor.
  package let descriptor: Int32
  /// The status when the file was opened.
  package let status: FileStatus

  /// Opens the regular file at `path`.
  ///
  /// A link at the end of the path is followed only with `followingLinks`, and then only to a file of the current user. Other objects
  /// are refused without waiting, so a FIFO cannot hang the caller.
  package convenience init(_ path: FilePath, followingLinks: Bool = false) throws {
    let descriptor = open(path.text, Self.flags | (followingLinks ? 0 : O_NOFOLLOW))
    try self.init(path, descriptor)
    if followingLinks, let link = try FileStatus.of(path), link.kind == .link {
      guard status.raw.st_uid == geteuid() else {
        throw OKitError(.malformed, "\(path) is a symbolic link to a file of another user")
      }
    }
  }

  /// Opens the regular file `target`, the destination of the link at `path`. `target` is absolute and has no links.
  ///
  /// Throws an error of kind `malformed` if the path contains a link by now.
  package convenience init(_ path: FilePath, at target: FilePath) throws {
    try self.init(path, okit_open_without_links(target.text, Self.flags))
  }

  /// Opens the regular file `target`, which is absolute; nil if any part of it is a link.
  package convenience init?(_ path: FilePath, unlessLinkedAt target: FilePath) throws {
    let descriptor = okit_open_without_links(target.text, Self.flags)
    if descriptor < 0, errno == ELOOP { return nil }
    try self.init(path, descriptor)
  }

  private static let flags = O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY

  /// Takes over the result of open(2).
  private init(_ path: FilePath, _ descriptor: Int32) throws {
    guard descriptor >= 0 else {
      if errno == ELOOP { throw OKitError(.malformed, "\(path) is a symbolic link, which is not followed") }
      throw SystemError("read", path)
    }
    var raw = stat()
    guard fstat(descriptor, &raw) == 0 else {
      let error = SystemError("read", path)
      close(descriptor)
      throw error
    }
    status = FileStatus(raw: raw)
    self.path = path
    self.descriptor = descriptor
    guard status.kind == .file else {
      throw OKitError(.malformed, "\(path) is not a regular file")
    }
  }

  deinit { close(descriptor) }

  /// The version of the file when it was opened.
  package var stamp: FileStamp { status.stamp }
  /// The path with the status when the file was opened.
  package var snapshot: FileSnapshot { FileSnapshot(path: path, status: status) }
  /// The size in bytes when the file was opened.
  package var size: Int64 { status.size }

  /// Reads up to `buffer.count` bytes and returns their count; 0 at the end.
  package func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
    while true {
      let count = Glibc.read(descriptor, buffer.baseAddress, buffer.count)
      if count >= 0 { return count }
      guard errno == EINTR else { throw SystemError("read", path) }
    }
  }

  /// Passes the whole file to `body`, piece by piece.
  package func forEachPiece(_ body: (UnsafeRawBufferPointer) throws -> Void) throws {
    try rewind()
    try OKitStorage.forEachPiece(of: read(into:), body)
  }

  /// Returns up to `count` bytes from `offset`, fewer only at the end of the file.
  package func bytes(at offset: Int64, count: Int) throws -> [UInt8] {
    var failure: SystemError?
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      filled = 0
      while filled < count {
        let got = pread(descriptor, buffer.baseAddress! + filled, count - filled, off_t(offset) + off_t(filled))
        if got == 0 { break }
        if got < 0 {
          if errno == EINTR { continue }
          failure = SystemError("read", path)
          break
        }
        filled += got
      }
    }
    if let failure { throw failure }
    return bytes
  }

  /// Goes back to the first byte.
  package func rewind() throws {
    guard lseek(descriptor, 0, SEEK_SET) == 0 else { throw SystemError("read", path) }
  }

  /// Throws an error of kind `busy` if the file was written since it was opened. A file that was unlinked or replaced counts as unchanged.
  package func requireUnchanged() throws {
    var raw = stat()
    guard fstat(descriptor, &raw) == 0 else { throw SystemError("read", path) }
    guard FileStamp(raw) == stamp || raw.st_nlink == 0 && FileStamp(raw).hasContent(of: stamp) else {
      throw OKitError(.busy, "\(path) changed while it was read")
    }
  }
}
