import Glibc

/// One name in a folder.
package struct FolderEntry {
  /// The file name.
  package let name: String
  /// The type of the entry.
  package let kind: FileStatus.Kind

  package init(name: String, kind: FileStatus.Kind) {
    self.name = name
    self.kind = kind
  }

  /// True if the name begins with a dot. Such files belong to other programs or are temporary files of okit.
  package var isHidden: Bool { name.utf8.first == UInt8(ascii: ".") }
}

/// The contents of a folder.
package struct FolderListing {
  /// The entries, sorted by the bytes of their names.
  package var entries: [FolderEntry] = []
  /// The number of names that are not UTF-8. They are not in `entries`.
  package var unreadableNames = 0

  /// Lists the folder `path`. A missing folder counts as empty. Throws `SystemError`.
  package init(_ path: FilePath) throws {
    guard let folder = opendir(path.text) else {
      if errno == ENOENT { return }
      throw SystemError("read", path)
    }
    defer { closedir(folder) }
    while true {
      errno = 0
      guard let entry = readdir(folder) else {
        guard errno == 0 else { throw SystemError("read", path) }
        break
      }
      let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(validatingCString: $0) }
      }
      guard let name else {
        unreadableNames += 1
        continue
      }
      if name == "." || name == ".." { continue }
      entries.append(FolderEntry(name: name, kind: try Self.kind(of: entry.pointee.d_type, path.appending(name))))
    }
    entries.sort { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
  }

  /// Throws an error of kind `malformed` if a name is not UTF-8, because that file would be lost. `path` names the folder in the message.
  package func requireReadableNames(in path: FilePath) throws {
    guard unreadableNames == 0 else {
      throw OKitError(.malformed, "\(path) contains a file name that is not valid UTF-8")
    }
  }

  private static func kind(of type: UInt8, _ path: FilePath) throws -> FileStatus.Kind {
    switch Int(type) {
    case Int(DT_REG): .file
    case Int(DT_DIR): .folder
    case Int(DT_LNK): .link
    case Int(DT_UNKNOWN): try FileStatus.of(path)?.kind ?? .other
    default: .other
    }
  }
}
