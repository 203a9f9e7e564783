import CSystem
import Glibc
import JSONDocument

/// A regular file that is open for reading. The last reference closes it.
package final class OpenFile {
  /// The path, for errors.
  package let path: FilePath
  private let file: Int32
  /// The content of a file in memory, which has no descriptor.
  let memory: JSONBytes?
  /// The offset of the next byte to read; nil if somebody else used the descriptor.
  private var position: Int64? = 0
  /// The first bytes, at most `limit` of them.
  private var known: (limit: Int, bytes: [UInt8]) = (0, [])
  /// The status when the file was opened.
  package let status: FileStatus

  /// Opens the regular file at `path`.
  ///
  /// A link at the end of the path is followed only with `followingLinks`, and then only to a file of the current user. Other objects
  /// are refused without waiting, so a FIFO cannot hang the caller.
  package convenience init(_ path: FilePath, followingLinks: Bool = false) throws {
    if let finding = MountedFiles.find(path) {
      try self.init(path, finding)
      return
    }
    let descriptor = open(path.text, Self.flags | (followingLinks ? 0 : O_NOFOLLOW))
    try self.init(path, descriptor)
    if followingLinks, status.raw.st_uid != CurrentUser.id, try FileStatus.of(path)?.kind == .link {
      throw OKitError(.malformed, "\(path) is a symbolic link to a file of another user")
    }
  }

  /// Opens the regular file `target`, the destination of the link at `path`. `target` is absolute and has no links.
  ///
  /// Throws an error of kind `malformed` if the path contains a link by now.
  package convenience init(_ path: FilePath, at target: FilePath) throws {
    if let finding = MountedFiles.find(target) {
      try self.init(path, finding)
      return
    }
    try self.init(path, okit_open_without_links(target.text, Self.flags))
  }

  /// Opens the regular file `target`, which is absolute; nil if any part of it is a link.
  package convenience init?(_ path: FilePath, unlessLinkedAt target: FilePath) throws {
    if let finding = MountedFiles.find(target) {
      try self.init(path, finding)
      return
    }
    let descriptor = okit_open_without_links(target.text, Self.flags)
    if descriptor < 0, errno == ELOOP { return nil }
    try self.init(path, descriptor)
  }

  /// Takes over the open file `descriptor`, which may have no name. `path` names it in errors.
  package convenience init(_ path: FilePath, taking descriptor: Int32) throws { try self.init(path, descriptor) }

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
    file = descriptor
    memory = nil
    guard status.kind == .file else {
      throw OKitError(.malformed, "\(path) is not a regular file")
    }
  }

  /// Opens a file of a mount.
  private convenience init(_ path: FilePath, _ finding: MountedFiles.Finding) throws {
    guard case .found(let node, let time) = finding else { throw SystemError("read", path, code: ENOENT) }
    if case .place(let place, let verify) = node.content {
      try self.init(path, okit_open_without_links(place.text, Self.flags))
      try verify(self)
      try rewind()
      return
    }
    if let descriptor = try node.openTemporary() {
      try self.init(path, descriptor)
      return
    }
    // Only now is the size known.
    try node.resolve()
    if node.isAbsent { throw SystemError("read", path, code: ENOENT) }
    guard let bytes = try node.bytes(), let status = try node.status(time: time) else {
      throw OKitError(.malformed, "\(path) is not a regular file")
    }
    self.init(path, bytes, status)
  }

  private init(_ path: FilePath, _ bytes: JSONBytes, _ status: FileStatus) {
    self.path = path
    self.status = status
    file = -1
    memory = bytes
  }

  deinit { if memory == nil { close(file) } }

  /// The file descriptor; -1 for a file in memory.
  package var descriptor: Int32 {
    position = nil
    return file
  }

  /// The version of the file when it was opened.
  package var stamp: FileStamp { status.stamp }
  /// The path with the status when the file was opened.
  package var snapshot: FileSnapshot { FileSnapshot(path: path, status: status) }
  /// The size in bytes when the file was opened.
  package var size: Int64 { status.size }

  /// Reads up to `buffer.count` bytes and returns their count; 0 at the end.
  package func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
    if let position, isEnd(position) { return 0 }
    if let memory {
      let offset = Int(position ?? 0)
      let count = min(buffer.count, memory.count - offset)
      memory.withUnsafeBytes { buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[offset..<offset + count])) }
      position = Int64(offset + count)
      return count
    }
    while true {
      let count = Glibc.read(file, buffer.baseAddress, buffer.count)
      if count >= 0 {
        position = position.map { $0 + Int64(count) }
        return count
      }
      guard errno == EINTR else { throw SystemError("read", path) }
    }
  }

  /// True at the end of the file. The system reports no size for a file that it computes, such as one in `/proc`.
  private func isEnd(_ offset: Int64) -> Bool { size > 0 && offset >= size }

  /// Passes the whole file to `body`, piece by piece.
  package func forEachPiece(_ body: (UnsafeRawBufferPointer) throws -> Void) throws {
    try rewind()
    try OKitStorage.forEachPiece(of: read(into:), size: pieceSize(for: size), body)
  }

  /// Returns up to `count` bytes from `offset`, fewer only at the end of the file.
  package func bytes(at offset: Int64, count: Int) throws -> [UInt8] {
    if let memory {
      return memory.withUnsafeBytes { Array($0[min(Int(offset), $0.count)...].prefix(count)) }
    }
    var failure: SystemError?
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      filled = 0
      while filled < count, !isEnd(offset + Int64(filled)) {
        let got = pread(file, buffer.baseAddress! + filled, count - filled, off_t(offset) + off_t(filled))
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

  /// Returns the first `count` bytes, fewer only if the file is smaller. They are read once.
  package func prefix(_ count: Int) throws -> [UInt8] {
    if known.limit < count { known = (count, try bytes(at: 0, count: count)) }
    return Array(known.bytes.prefix(count))
  }

  /// Goes back to the first byte.
  package func rewind() throws {
    if position == 0 { return }
    if memory != nil {
      position = 0
      return
    }
    guard lseek(file, 0, SEEK_SET) == 0 else { throw SystemError("read", path) }
    position = 0
  }

  /// Throws an error of kind `busy` if the file was written since it was opened. A file that was renamed, unlinked or replaced counts as unchanged: a
  /// change moves the replaced file to the folder of steps, which gives it another time of change but no other content.
  package func requireUnchanged() throws {
    if memory != nil { return }
    var raw = stat()
    guard fstat(file, &raw) == 0 else { throw SystemError("read", path) }
    guard FileStamp(raw).hasContent(of: stamp) else {
      throw OKitError(.busy, "\(path) changed while it was read")
    }
  }
}
