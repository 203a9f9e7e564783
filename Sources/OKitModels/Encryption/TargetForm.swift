package import Ciphers
package import OKitStorage

/// How files are to be stored, with what it takes to store them so.
package enum TargetForm: Sendable {
  /// Decrypted.
  case plain
  /// In the age format to these recipients.
  case age([X25519Recipient])
  /// With the framework's cipher.
  case okitCBC(OKitCBCKey)

  /// The form.
  package var form: StoredForm {
    switch self {
    case .plain: .plain
    case .age: .age
    case .okitCBC: .okitCBC
    }
  }

  /// Hands to `sink` in this form the plain bytes that `content` hands to its argument.
  package func encode(to sink: @escaping CipherSink, _ content: (@escaping CipherSink) throws -> Void) throws {
    let encoder = try encoder(sink)
    try content(encoder.write)
    try encoder.finish()
  }

  /// A sink that takes plain bytes and hands them on to `sink` in this form; `finish` must be called after the last.
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
  /// How models of an encrypted kind are stored with `cipher` in `workspace`, whose configuration this is.
  ///
  /// Throws an error of kind `configuration` if there is no recipient, those of `provenFrameworkKey` and, unless the result may be for others
  /// alone, those of `Keyring.requireAccess`, whose hint is `remedy`.
  package func target(
    _ cipher: Cipher, in workspace: Workspace, mayBeForOthers: Bool = false,
    remedy: OKitError.Remedy? = nil
  ) throws -> TargetForm {
    switch cipher {
    case .age:
      guard !recipients.isEmpty else {
        throw OKitError(.configuration, "the workspace has no recipients to encrypt to", remedy: .generateKey)
      }
      if !mayBeForOthers { try workspace.keyring.requireAccess(to: recipients, remedy: remedy) }
      return .age(recipients)
    case .okitCBC:
      return .okitCBC(try workspace.provenFrameworkKey(workspace.keyring))
    }
  }
}
