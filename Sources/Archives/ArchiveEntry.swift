/// One entry of an archive.
package struct ArchiveEntry: Equatable, Sendable {
  /// What an entry is. Nothing else is ever read from an archive, or written to one.
  package enum Kind: Equatable, Sendable {
    /// A regular file.
    case file
    /// A folder.
    case folder
  }

  /// A relative path without empty components, `.`, `..` and control characters, of at most 255 bytes in a component and
  /// 4,096 in all; a folder's without the trailing `/`.
  package let name: String

  /// File or folder.
  package let kind: Kind

  /// Bytes of content, as the archive declares them; reading fails if there are more or fewer. 0 for a folder.
  package let size: Int64

  /// Time of the last change, in seconds since 1970 UTC; 0 when the archive does not tell.
  package let modified: Int64

  /// Whether the content is encrypted inside the archive. Folders and empty files never are, and in a tar.zst nothing
  /// is.
  package let isEncrypted: Bool

  /// Makes an entry.
  init(name: String, kind: Kind, size: Int64, modified: Int64, isEncrypted: Bool) {
    self.name = name
    self.kind = kind
    self.size = size
    self.modified = modified
    self.isEncrypted = isEncrypted
  }
}
