/// An entry of an archive.
package struct ArchiveEntry: Equatable, Sendable {
  /// The type of an entry. Other types are neither read nor written.
  package enum Kind: Equatable, Sendable {
    /// A regular file.
    case file
    /// A folder.
    case folder
  }

  /// A relative path without empty components, `.`, `..` and control characters. Each component has at most 255 bytes, and
  /// the path at most 4,096. The name of a folder does not end in `/`.
  package let name: String

  /// The type of the entry.
  package let kind: Kind

  /// The declared size of the content in bytes; 0 for a folder. Reading fails if the actual size differs.
  package let size: Int64

  /// The modification time in seconds since 1970 UTC; 0 if the archive does not contain it.
  package let modified: Int64

  /// True if the content is encrypted inside of the archive. Folders, empty files, and entries of a tar.zst never
  /// are.
  package let isEncrypted: Bool

  /// Creates an entry.
  init(name: String, kind: Kind, size: Int64, modified: Int64, isEncrypted: Bool) {
    self.name = name
    self.kind = kind
    self.size = size
    self.modified = modified
    self.isEncrypted = isEncrypted
  }
}
