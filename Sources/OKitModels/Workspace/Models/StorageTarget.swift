package import Ciphers
package import OKitStorage

/// A form to store files in, with its recipients or key.
package enum StorageTarget: Sendable {
  /// Not encrypted.
  case plain
  /// Encrypted in the age format to these recipients.
  case age([X25519Recipient])
  /// Encrypted with the framework's cipher.
  case okitCBC(OKitCBCKey)

  /// The form without recipients or key.
  package var form: StoredForm {
    switch self {
    case .plain: .plain
    case .age: .age
    case .okitCBC: .okitCBC
    }
  }

  /// Passes the plain bytes that `content` writes to `sink` in this form.
  package func encode(to sink: @escaping CipherSink, _ content: (@escaping CipherSink) throws -> Void) throws {
    let encoder = try encoder(sink)
    try content(encoder.write)
    try encoder.finish()
  }

  /// Returns a sink for plain bytes that passes them to `sink` in this form. Call `finish` after the last bytes.
  private func encoder(_ sink: @escaping CipherSink) throws -> Encoder {
    switch self {
    case .plain:
      return Encoder(write: sink, finish: {})
    case .age(let recipients):
      let encryptor = try AgeEncryptor(recipients: recipients, sink: sink)
      return Encoder(write: { try encryptor.write($0) }, finish: { try encryptor.finish() })
    case .okitCBC(let key):
      let encryptor = OKitCBCEncryptor(key, sink: sink)
      return Encoder(write: { try encryptor.write($0) }, finish: { try encryptor.finish() })
    }
  }

  private struct Encoder {
    let write: CipherSink
    let finish: () throws -> Void
  }
}

extension Configuration {
  /// Returns the target for encrypted models with `cipher`. The configuration is that of `workspace`.
  ///
  /// Throws an error of kind `configuration` if there is no recipient, and the errors of `provenFrameworkKey`. Unless `mayBeForOthers` is true, it
  /// also throws the errors of `Keyring.requireAccess`, with the hint `remedy`.
  package func target(
    _ cipher: Cipher, in workspace: Workspace, mayBeForOthers: Bool = false,
    remedy: OKitError.Remedy? = nil
  ) throws -> StorageTarget {
    switch cipher {
    case .age:
      guard !recipients.isEmpty else {
        throw OKitError(
          .configuration, "the workspace has no recipients to encrypt to",
          remedy: try workspace.keyring.remedyWithoutRecipients())
      }
      if !mayBeForOthers { try workspace.keyring.requireAccess(to: recipients, remedy: remedy) }
      return .age(recipients)
    case .okitCBC:
      return .okitCBC(try workspace.provenFrameworkKey(workspace.keyring))
    }
  }
}

extension Workspace {
  /// Returns the target for files in `form`, as the workspace is configured now.
  ///
  /// Throws the errors of ``Configuration/target(_:in:mayBeForOthers:remedy:)``.
  package func target(for form: StoredForm) throws -> StorageTarget {
    switch form {
    case .plain: .plain
    case .age: try currentConfiguration().target(.age, in: self)
    case .okitCBC: try currentConfiguration().target(.okitCBC, in: self)
    }
  }
}
