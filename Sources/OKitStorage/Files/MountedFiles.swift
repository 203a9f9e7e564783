import Glibc
package import JSONDocument
import Synchronization

/// Folders in memory that this process sees at a path, as if a file system were mounted there. Only reading works: opening, listing, and asking for
/// the status of a file. What is in a backup can be read with them as a workspace, without a copy on a disk.
package enum MountedFiles {
  /// The content of a file.
  package enum Content {
    /// Bytes in memory.
    case bytes(JSONBytes)
    /// Bytes of this size that are read when they are needed, and then stay in memory. If the size is nil, they are read to know it.
    case deferred(size: Int64?, () throws -> JSONBytes)
    /// A file on the disk, which is not a link. The closure throws if the opened file is not the one that is meant.
    case place(FilePath, verify: (OpenFile) throws -> Void = { _ in })
    /// A file whose content cannot be had. Opening it throws the error.
    case unavailable(any Error)
  }

  /// A file or a folder.
  final class Node {
    var children: [ExactText: Node] = [:]
    var content: Content?
    let number: UInt64

    init(content: Content?, number: UInt64) {
      self.content = content
      self.number = number
    }
  }

  private struct Mount: @unchecked Sendable {
    let root: FilePath
    let tree: Node
    /// The time of all files, in seconds since 1970.
    let time: Int64
  }

  /// The result of looking up a path.
  enum Finding {
    case missing
    case found(Node, time: Int64)
  }

  private static let mounts = Mutex<[Mount]>([])
  /// Without a mount, a path costs nothing more than this.
  private static let isUsed = Atomic(false)
  /// The inode number that was given last. Files of two mounts must not look like one file.
  private static let lastNumber = Atomic<UInt64>(1)

  /// Returns a path beside `path` for a mount, at which nothing is: with an exclamation mark, as in the URLs of Java's archives.
  package static func unusedRoot(for path: FilePath) throws -> FilePath {
    var name = path.name + "!"
    while try FileStatus.of(path.parent.appending(name)) != nil { name += "!" }
    return path.parent.appending(name)
  }

  /// Shows `files`, by their paths below `root`, at the absolute path `root`, at which nothing is. They have the time `time`, in seconds since 1970.
  package static func mount(_ files: [(path: String, content: Content)], at root: FilePath, time: Int64) {
    let tree = node(nil)
    add(files, to: tree)
    let mount = Mount(root: root, tree: tree, time: time)
    mounts.withLock { mounts in
      mounts.removeAll { $0.root == root }
      mounts.append(mount)
    }
    isUsed.store(true, ordering: .releasing)
  }

  /// Shows more files below the root of a mount. A file that is there already stays.
  package static func add(_ files: [(path: String, content: Content)], at root: FilePath) {
    mounts.withLock { mounts in
      guard let mount = mounts.last(where: { $0.root == root }) else { return }
      add(files, to: mount.tree)
    }
  }

  private static func node(_ content: Content?) -> Node {
    Node(content: content, number: lastNumber.add(1, ordering: .relaxed).newValue)
  }

  private static func add(_ files: [(path: String, content: Content)], to tree: Node) {
    for (path, content) in files {
      var folder = tree
      let names = path.pathComponents
      for name in names.dropLast() {
        let child = folder.children[ExactText(name)] ?? node(nil)
        folder.children[ExactText(name)] = child
        folder = child
      }
      if let name = names.last, folder.children[ExactText(name)] == nil {
        folder.children[ExactText(name)] = node(content)
      }
    }
  }

  /// Ends the mount at `root` and releases its memory, except for files that are still open.
  package static func unmount(_ root: FilePath) {
    mounts.withLock { $0.removeAll { $0.root == root } }
  }

  /// Returns what is at an absolute path; nil if it is not below a mount.
  static func find(_ path: FilePath) -> Finding? {
    guard isUsed.load(ordering: .acquiring) else { return nil }
    // Files may be added meanwhile.
    return mounts.withLock { mounts in
      guard let mount = mounts.last(where: { path.lies(in: $0.root) }) else { return nil }
      var node = mount.tree
      for name in (path.part(after: mount.root) ?? "").pathComponents where name != "" && name != "." {
        guard let child = node.children[ExactText(name)] else { return .missing }
        node = child
      }
      return .found(node, time: mount.time)
    }
  }
}

extension MountedFiles.Node {
  /// Returns the bytes; nil for a folder and for a file on the disk.
  func bytes() throws -> JSONBytes? {
    switch content {
    case .bytes(let bytes): return bytes
    case .deferred(_, let read):
      let bytes = try read()
      content = .bytes(bytes)
      return bytes
    case .unavailable(let error): throw error
    case .place, nil: return nil
    }
  }

  /// Returns the status of a file or folder in memory, and that of the file on the disk if it is one.
  func status(time: Int64) throws -> FileStatus? {
    var raw = stat()
    switch content {
    case .place(let path, _): return try FileStatus.of(path)
    case .bytes(let bytes): raw.st_size = off_t(bytes.count)
    case .deferred(let size?, _): raw.st_size = off_t(size)
    case .deferred(nil, _): raw.st_size = off_t(try bytes()?.count ?? 0)
    case .unavailable, nil: break
    }
    raw.st_mode = content == nil ? Glibc.S_IFDIR | 0o500 : Glibc.S_IFREG | 0o400
    raw.st_uid = CurrentUser.id
    raw.st_gid = CurrentUser.group
    raw.st_nlink = 1
    raw.st_ino = ino_t(number)
    // No file system has this number.
    raw.st_dev = .max
    raw.st_mtim.tv_sec = Int(time)
    raw.st_ctim.tv_sec = Int(time)
    return FileStatus(raw: raw)
  }
}
