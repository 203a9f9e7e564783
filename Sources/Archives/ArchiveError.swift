/// What went wrong while an archive was read or written.
///
/// The text is one line in lower case without a full stop; it names the entry where there is one, with control
/// characters escaped, so that it can be shown on a terminal as it is. It never holds a password or the content of an
/// entry.
package struct ArchiveError: Error, Equatable, Sendable {
  /// The kinds of failure that callers treat differently.
  package enum Kind: Equatable, Sendable {
    /// The bytes are not what the archive's own sums, sizes and structure say: damage, truncation, or a change made on
    /// purpose.
    case damaged
    /// The archive asks for something that must not be done: a name that leaves the folder, a link, a device, a name
    /// twice.
    case unsafe
    /// The archive is larger, or holds more entries, than the limits of the caller allow.
    case limit
    /// A correct archive that uses something that is not read here: another compression, names that are not UTF-8.
    case unsupported
    /// The archive is encrypted, and no password was given.
    case passwordNeeded
    /// The password does not open the archive.
    case wrongPassword
    /// The archive uses ZipCrypto, which protects nothing; see `ArchiveReader`.
    case weakEncryption
    /// While writing: the source of an entry held more or fewer bytes than announced.
    case changed
    /// An operation of the system or of libarchive failed for a reason that lies outside the archive.
    case failed
  }

  /// The kind of failure.
  package let kind: Kind

  /// The name of the entry at fault, as the archive has it, unescaped; nil when it is the archive as a whole.
  package let entry: String?

  /// What happened, without the entry's name.
  package let detail: String

  /// The system's error number of a `failed` operation, or 0.
  package let code: Int32

  /// Makes an error.
  init(_ kind: Kind, entry: String? = nil, _ detail: String, code: Int32 = 0) {
    self.kind = kind
    self.entry = entry
    self.detail = detail
    self.code = code
  }

  /// The same error about `name`, unless it names an entry already.
  func naming(_ name: String?) -> ArchiveError {
    entry == nil ? ArchiveError(kind, entry: name, detail, code: code) : self
  }
}

extension ArchiveError: CustomStringConvertible {
  /// The entry's name in quotes, escaped and shortened, and what happened.
  package var description: String {
    guard let entry else { return detail }
    return "\(ArchiveName.quoted(entry)): \(detail)"
  }
}
