import CSystem
import Glibc

/// A new file that is open for writing. The last reference closes it.
package final class WritableFile {
  /// The file descriptor.
  package let descriptor: Int32
  /// The path, for errors.
  package let path: FilePath
  private let system: FileSystem
  private var unflushed = 0

  package init(descriptor: Int32, path: FilePath, system: FileSystem) {
    self.descriptor = descriptor
    self.path = path
    self.system = system
  }

  deinit { close(descriptor) }

  /// After this many bytes the disk starts to write in the background. Only ``flush()`` guarantees that they are stored.
  private static let flushedSize = 8 << 20

  /// Writes all of `bytes`.
  package func write(_ bytes: UnsafeRawBufferPointer) throws {
    var rest = bytes
    while !rest.isEmpty {
      let written = try system.retrying { try system.calls.write(rest, to: descriptor, path: path) }
      rest = UnsafeRawBufferPointer(rebasing: rest[written...])
      unflushed += written
      if unflushed >= Self.flushedSize {
        okit_begin_flush(descriptor)
        unflushed = 0
      }
    }
  }

  /// Writes the UTF-8 of `text`.
  package func write(_ text: String) throws {
    var text = text
    try text.withUTF8 { try write(UnsafeRawBufferPointer($0)) }
  }

  /// Flushes content and metadata to the disk.
  package func flush() throws {
    try system.retrying { try system.calls.flush(descriptor, path: path) }
  }

  /// Gives the file or folder the mode, the extended attributes and, if permitted, the owner of `original`.
  ///
  /// With `isDecrypted`, the file holds data that was encrypted before. It then also loses the permission bits of the umask.
  package func takeAttributes(of original: FileSnapshot, isDecrypted: Bool = false) throws {
    var mode = original.status.mode
    if isDecrypted { mode &= ~FileSystem.creationMask }
    // The permissions of the group were meant for another group.
    if try !takeOwner(of: original.status) { mode &= ~0o070 }
    for (name, value) in try ExtendedAttributes.of(original.path) {
      do {
        try system.retrying { try system.calls.setAttribute(name, to: value, of: descriptor, path: path) }
      } catch let error as SystemError where error.code == EPERM || error.code == ENOTSUP {}
    }
    try system.setMode(mode, of: self)
  }

  /// Gives the file the owner and group of `original`, or only the group, as far as permitted. Returns true if it has the group.
  @discardableResult
  package func takeOwner(of original: FileStatus) throws -> Bool {
    let status = original.raw
    guard status.st_uid != CurrentUser.id || status.st_gid != CurrentUser.group else { return true }
    do {
      try system.retrying {
        try system.calls.setOwner(status.st_uid, group: status.st_gid, of: descriptor, path: path)
      }
      return true
    } catch let error as SystemError where error.code == EPERM {
      return takeGroup(status.st_gid)
    }
  }

  private func takeGroup(_ group: gid_t) -> Bool {
    do {
      try system.retrying {
        try system.calls.setOwner(UInt32.max, group: group, of: descriptor, path: path)
      }
      return true
    } catch {
      return false
    }
  }
}

private enum ExtendedAttributes {
  /// Returns the attributes of the file at `path`; none if the file system does not support them.
  static func of(_ path: FilePath) throws -> [(name: String, value: [UInt8])] {
    // Most files have no attributes, and these are not opened.
    if okit_list_attributes_at(path.text) == 0 { return [] }
    let descriptor = open(path.text, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { throw SystemError("read", path) }
    defer { close(descriptor) }
    let size = okit_list_attributes(descriptor, nil, 0)
    guard size > 0 else { return [] }
    var list = [CChar](repeating: 0, count: size)
    let filled = okit_list_attributes(descriptor, &list, size)
    guard filled > 0 else { return [] }
    return list[..<filled].split(separator: 0).compactMap { characters in
      let name = String(decoding: characters.map { UInt8(bitPattern: $0) }, as: UTF8.self)
      let size = okit_get_attribute(descriptor, name, nil, 0)
      guard size >= 0 else { return nil }
      var value = [UInt8](repeating: 0, count: size)
      let got = okit_get_attribute(descriptor, name, &value, size)
      return got == size ? (name, value) : nil
    }
  }
}
