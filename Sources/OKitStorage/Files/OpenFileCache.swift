import Glibc

/// Files that stay open, because an operation reads them several times.
struct OpenFileCache {
  /// At most a quarter of the files that the process may have open.
  private static let limit: Int = {
    var files = rlimit()
    guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &files) == 0 else { return 0 }
    return Int(min(files.rlim_cur / 4, 128))
  }()

  /// So few files stay open whatever the limit, so a command that opens no more need not ask for it.
  private static let alwaysAllowed = 8

  private var files: [FilePath: OpenFile] = [:]

  /// Returns the file at `path` from its beginning; calls `open` if it is not open yet, or if somebody else still reads it.
  mutating func file(at path: FilePath, _ open: () throws -> OpenFile) throws -> OpenFile {
    if var known = files.removeValue(forKey: path) {
      let isFree = isKnownUniquelyReferenced(&known)
      files[path] = known
      if isFree {
        try known.rewind()
        return known
      }
    }
    let file = try open()
    if files.count < Self.alwaysAllowed || files.count < Self.limit { files[path] = file }
    return file
  }
}
