import Ciphers
import OKitModels

extension OpenWorkspace {
  /// The age recipients (`age1…`) that models are encrypted to.
  ///
  /// Throws an error of kind `configuration`.
  public var recipients: [String] {
    get throws { try throwingOKitError { try workspace.currentConfiguration().recipients.map(\.description) } }
  }

  /// Adds recipients and returns those that are new. Encrypted models stay unchanged until ``rekey()``.
  ///
  /// Throws errors of kind `usage` (an invalid recipient), `configuration` and `busy`. In each case nothing is changed.
  @discardableResult
  public func addRecipients(_ recipients: [String]) throws -> [String] {
    try throwingOKitError {
      try RecipientChange(workspace).add(recipients.map { try X25519Recipient(parsing: $0) }).map(\.description)
    }
  }

  /// Removes recipients and returns those that were removed. Encrypted models stay unchanged until ``rekey()``.
  ///
  /// Throws the errors of ``addRecipients(_:)``.
  @discardableResult
  public func removeRecipients(_ recipients: [String]) throws -> [String] {
    try throwingOKitError {
      try RecipientChange(workspace).remove(recipients.map { try X25519Recipient(parsing: $0) }).map(\.description)
    }
  }

  /// Re-encrypts all encrypted models to the current recipients of the workspace.
  ///
  /// Throws errors of kind `configuration` (no recipients), `locked`, `malformed` and `busy`. In each case nothing is changed.
  public func rekey() throws { try throwingOKitError { _ = try ModelConversion(workspace).rekey() } }
}
