import CSystem
import Glibc
import JSONDocument

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
  /// False if there is no folder. A missing folder has no entries.
  package private(set) var exists = true
  /// The entries, sorted by the bytes of their names.
  package var entries: [FolderEntry] = []
  /// The names that are not UTF-8, in quotes, with an escape such as `\xE9` for each byte that is not ASCII. They are not in `entries`.
  package var unreadableNames: [String] = []

  private init() { exists = false }

  /// The listing of a folder that is missing.
  static let missing = FolderListing()

  /// Lists the folder `path`. Throws `SystemError`.
  package init(_ path: FilePath) throws {
    switch MountedFiles.find(path) {
    case .missing:
      exists = false
      return
    case .found(let node, _):
      guard node.content == nil else { throw SystemError("read", path, code: ENOTDIR) }
      // This can add more files.
      while case let uncertain = node.children.values.filter(\.isUncertain), !uncertain.isEmpty {
        for child in uncertain { child.resolveOrFail() }
      }
      entries = node.children.filter { $0.value.isListed }.map {
        FolderEntry(name: $0.key.text, kind: $0.value.content == nil ? .folder : .file)
      }
      entries.sort { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
      return
    case nil: break
    }
    let folder = open(path.text, O_RDONLY | O_DIRECTORY | O_NONBLOCK | O_CLOEXEC)
    guard folder >= 0 else {
      let error = SystemError("read", path)
      guard error.isMissing else { throw error }
      exists = false
      return
    }
    defer { close(folder) }
    try withUnsafeTemporaryAllocation(byteCount: 32_768, alignment: MemoryLayout<dirent>.alignment) { buffer in
      while case let count = okit_list_folder(folder, buffer.baseAddress, buffer.count), count != 0 {
        guard count > 0 else { throw SystemError("read", path) }
        var offset = 0
        while offset < count {
          let entry = UnsafeRawPointer(buffer.baseAddress! + offset)
          try add(entry, in: path)
          offset += Int(entry.load(fromByteOffset: MemoryLayout.offset(of: \dirent.d_reclen)!, as: UInt16.self))
        }
      }
    }
    entries.sort { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
  }

  /// Adds a `dirent`, which is as long as its name.
  private mutating func add(_ entry: UnsafeRawPointer, in path: FilePath) throws {
    let characters = entry + MemoryLayout.offset(of: \dirent.d_name)!
    guard let name = String(validatingCString: characters.assumingMemoryBound(to: CChar.self)) else {
      let bytes = characters.assumingMemoryBound(to: UInt8.self)
      unreadableNames.append(Self.printable(UnsafeBufferPointer(start: bytes, count: strlen(bytes))))
      return
    }
    if name == "." || name == ".." { return }
    let type = entry.load(fromByteOffset: MemoryLayout.offset(of: \dirent.d_type)!, as: UInt8.self)
    entries.append(FolderEntry(name: name, kind: try Self.kind(of: type, path.appending(name))))
  }

  /// Throws an error of kind `malformed` if a name is not UTF-8, because that file would be lost. `path` names the folder in the message.
  package func requireReadableNames(in path: FilePath) throws {
    guard let name = unreadableNames.first else { return }
    throw OKitError(.malformed, "\(path) \(Self.problem(ofUnreadable: name))")
  }

  /// Says what is wrong in a folder with one of its ``unreadableNames``.
  package static func problem(ofUnreadable name: String) -> String {
    "contains a file whose name, \(name), is not valid UTF-8"
  }

  private static func printable(_ name: UnsafeBufferPointer<UInt8>) -> String {
    let characters = name.map { byte in
      0x20..<0x7f ~= byte
        ? String(UnicodeScalar(byte)) : "\\x" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
    }
    return "'\(characters.joined())'"
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
