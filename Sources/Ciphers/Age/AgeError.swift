/// Why an age file could not be read or written.
package struct AgeError: Error, Equatable, Sendable, CustomStringConvertible {
  /// What sort of failure it is; callers decide by it, people read ``AgeError/detail``.
  package enum Kind: Sendable, Equatable {
    /// The header is not one of age-encryption.org/v1, is damaged, or ends too early (its nonce included).
    case header
    /// The payload was changed, cut off, or continued.
    case payload
    /// The ASCII armor is malformed.
    case armor
    /// None of the identities opens the file.
    case noMatch
    /// The header opens, but its authentication code does not fit it.
    case mac
    /// The file is sealed with a passphrase, and it is another one.
    case incorrectPassphrase
    /// The file asks for more memory than is allowed to turn its passphrase into a key.
    case workFactor
    /// There is not enough memory to turn a passphrase into a key. It says nothing about the file.
    case memory
    /// The recipients given cannot be used, or not together.
    case recipient
  }

  /// What sort of failure it is.
  package let kind: Kind

  /// What exactly was wrong, for people: lower case, without a full stop, never with secret content.
  package let detail: String

  /// Describes a failure, for those that implement recipients and identities of their own.
  package init(_ kind: Kind, _ detail: String) {
    self.kind = kind
    self.detail = detail
  }

  /// The sort of failure and its detail as one line.
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
