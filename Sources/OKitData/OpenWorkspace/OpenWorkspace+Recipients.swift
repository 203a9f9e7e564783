import Ciphers
import OKitModels

extension OpenWorkspace {
  /// The age recipients (`age1…`) to whom models are encrypted.
  ///
  /// Throws errors of kind `configuration`.
  public var recipients: [String] {
    get throws { try throwingOKitError { try workspace.currentConfiguration().recipients.map(\.description) } }
  }

  /// Adds recipients. Models that are encrypted already stay so until ``encryptAgain()``. Returns those that are new.
  ///
  /// Throws errors of kind `usage` (no recipient), `configuration` and `busy`; then nothing is changed.
  @discardableResult
  public func addRecipients(_ recipients: [String]) throws -> [String] {
    try throwingOKitError {
      try RecipientChange(workspace).add(recipients.map { try X25519Recipient(parsing: $0) }).map(\.description)
    }
  }

  /// Removes recipients. Models that are encrypted already stay so until ``encryptAgain()``. Returns those that were removed.
  ///
  /// Throws what ``addRecipients(_:)`` throws.
  @discardableResult
  public func removeRecipients(_ recipients: [String]) throws -> [String] {
    try throwingOKitError {
      try RecipientChange(workspace).remove(recipients.map { try X25519Recipient(parsing: $0) }).map(\.description)
    }
  }

  /// Encrypts all encrypted models again, to the recipients that the workspace has now.
  ///
  /// Throws errors of kind `configuration` (no recipients), `locked`, `malformed` and `busy`; then nothing is changed.
  public func encryptAgain() throws { try throwingOKitError { _ = try ModelConversion(workspace).rekey() } }
}
