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
    /// Bytes of this size that are read when they are needed, and then stay in memory.
    case deferred(size: Int64, () throws -> JSONBytes)
    /// Bytes that are read when somebody asks for the file, or lists its folder; nil if there is no such file.
    case uncertain(() throws -> JSONBytes?)
    /// A temporary file that is made when it is needed, and then stays. Until then, it seems to have this size, and `exists` tells somebody who asks for it
    /// whether it can be made. A file that is not likely to exist is in no list of its folder before that.
    case temporary(size: Int64, isLikely: Bool = true, exists: () throws -> Bool, make: () throws -> UnnamedFile?)
    /// A temporary file.
    case unnamed(UnnamedFile)
    /// A file on the disk, which is not a link. The closure throws if the opened file is not the one that is meant.
    case place(FilePath, verify: (OpenFile) throws -> Void = { _ in })
    /// A file whose content cannot be had. Opening it throws the error.
    case unavailable(any Error)
    /// No file.
    case absent
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
  /// `folders` are there even if no file is in them.
  package static func mount(
    _ files: [(path: String, content: Content)], folders: [String] = [], at root: FilePath, time: Int64
  ) {
    let tree = node(nil)
    for path in folders { _ = folder(path.pathComponents, in: tree) }
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
      let names = path.pathComponents
      let folder = folder(names.dropLast(), in: tree)
      if let name = names.last, folder.children[ExactText(name)] == nil {
        folder.children[ExactText(name)] = node(content)
      }
    }
  }

  /// Returns the folder with this path, which is made if it does not exist.
  private static func folder(_ names: some Sequence<String>, in tree: Node) -> Node {
    names.reduce(tree) { folder, name in
      let child = folder.children[ExactText(name)] ?? node(nil)
      folder.children[ExactText(name)] = child
      return child
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
  /// True if there is no such file.
  var isAbsent: Bool { if case .absent = content { true } else { false } }

  /// True if it is in the list of its folder.
  var isListed: Bool {
    switch content {
    case .absent, .temporary(_, isLikely: false, _, _): false
    default: true
    }
  }

  /// True if it is not known yet whether there is such a file.
  var isUncertain: Bool { if case .uncertain = content { true } else { false } }

  /// Finds out whether there is such a file.
  func resolve() throws {
    if case .uncertain(let read) = content { content = try read().map { .bytes($0) } ?? .absent }
  }

  /// Finds out whether there is such a file. If that fails, there is one that cannot be opened.
  func resolveOrFail() {
    do {
      try resolve()
    } catch { content = .unavailable(error) }
  }

  /// Returns the bytes; nil for a folder, for a file on the disk, and without a file.
  func bytes() throws -> JSONBytes? {
    try resolve()
    switch content {
    case .bytes(let bytes): return bytes
    case .deferred(_, let read):
      let bytes = try read()
      content = .bytes(bytes)
      return bytes
    case .unavailable(let error): throw error
    case .uncertain, .absent, .temporary, .unnamed, .place, nil: return nil
    }
  }

  /// Opens a temporary file, which is made if it was not needed before. Returns a descriptor, or -1 with `errno`; nil for other content.
  func openTemporary() throws -> Int32? {
    switch content {
    case .temporary(_, _, _, let make):
      guard let file = try make() else {
        content = .absent
        errno = ENOENT
        return -1
      }
      content = .unnamed(file)
      return file.open()
    case .unnamed(let file): return file.open()
    case .bytes, .deferred, .uncertain, .absent, .place, .unavailable, nil: return nil
    }
  }

  /// Returns the status of a file or folder in memory, and that of the file on the disk if it is one.
  func status(time: Int64) throws -> FileStatus? {
    try resolve()
    if case .temporary(let size, _, let exists, let make) = content {
      content = try exists() ? .temporary(size: size, exists: { true }, make: make) : .absent
    }
    var raw = stat()
    switch content {
    case .place(let path, _): return try FileStatus.of(path)
    case .unnamed(let file): raw.st_size = off_t(file.size)
    case .temporary(let size, _, _, _): raw.st_size = off_t(size)
    case .bytes(let bytes): raw.st_size = off_t(bytes.count)
    case .deferred(let size, _): raw.st_size = off_t(size)
    case .uncertain, .absent: return nil
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
