/// An error of reading or writing an age file.
package struct AgeError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The category of an error, for decisions in code. ``AgeError/detail`` is for people.
  package enum Kind: Sendable, Equatable {
    /// The header does not conform to age-encryption.org/v1, is damaged, or is incomplete (including its nonce).
    case header
    /// The payload was changed, truncated or extended.
    case payload
    /// The ASCII armor is malformed.
    case armor
    /// None of the identities opens the file.
    case noMatch
    /// A stanza opens, but the header does not match its authentication code.
    case mac
    /// The file is encrypted with another passphrase.
    case incorrectPassphrase
    /// The file requires more memory for its key derivation than allowed.
    case workFactor
    /// There is not enough memory for the key derivation. The file may be valid.
    case memory
    /// The recipients are not usable, or not in combination.
    case recipient
  }

  /// The category of the error.
  package let kind: Kind

  /// The cause, for people: in lower case, without a full stop, and never with secret content.
  package let detail: String

  /// Creates an error. This is for custom recipients and identities.
  package init(_ kind: Kind, _ detail: String) {
    self.kind = kind
    self.detail = detail
  }

  /// The category and the cause in one line.
  package var description: String {
    switch kind {
    case .header: "malformed age header: \(detail)"
    case .payload: "damaged age file: \(detail)"
    case .armor: "malformed age armor: \(detail)"
    case .mac: "age header was changed: \(detail)"
    case .noMatch, .incorrectPassphrase, .workFactor, .memory, .recipient: detail
    }
  }
}
