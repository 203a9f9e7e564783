/// An error of reading or writing an archive.
///
/// The text is one line in lower case without a full stop. It names the entry, if there is one, with escaped control
/// characters, so that it is safe to print on a terminal. It never contains a password or the content of
/// an entry.
package struct ArchiveError: Error, Equatable, Sendable {
  /// The category of an error, which callers treat differently.
  package enum Kind: Equatable, Sendable {
    /// The bytes do not match the checksums, sizes or structure of the archive. They are damaged, truncated or
    /// tampered with.
    case damaged
    /// The archive contains something dangerous: a name that leaves the folder, a link, a device, or a duplicate
    /// name.
    case unsafe
    /// The archive exceeds the limits of the caller.
    case limit
    /// A valid archive uses an unsupported feature, such as another compression or names that are not UTF-8.
    case unsupported
    /// The archive is encrypted, and there is no password.
    case passwordNeeded
    /// The password is wrong.
    case wrongPassword
    /// The archive uses ZipCrypto, which is no protection. See `ArchiveReader`.
    case weakEncryption
    /// The source of an entry had more or fewer bytes than announced while the archive was written.
    case changed
    /// An operation of the system or of libarchive failed for a reason outside of the archive.
    case failed
  }

  /// The category of the error.
  package let kind: Kind

  /// The name of the entry with the error, unescaped; nil if the error concerns the whole archive.
  package let entry: String?

  /// The message without the name of the entry.
  package let detail: String

  /// The `errno` of a `failed` operation, or 0.
  package let code: Int32

  /// Creates an error.
  init(_ kind: Kind, entry: String? = nil, _ detail: String, code: Int32 = 0) {
    self.kind = kind
    self.entry = entry
    self.detail = detail
    self.code = code
  }

  /// Returns the error with the entry `name`, unless it already names an entry.
  func naming(_ name: String?) -> ArchiveError {
    entry == nil ? ArchiveError(kind, entry: name, detail, code: code) : self
  }
}

extension ArchiveError: CustomStringConvertible {
  /// The message with the name of the entry in quotes, escaped and shortened.
  package var description: String {
    guard let entry else { return detail }
    return "\(ArchiveName.quoted(entry)): \(detail)"
  }
}
