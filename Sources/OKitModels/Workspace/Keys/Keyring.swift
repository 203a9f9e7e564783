package import Ciphers
package import OKitStorage

/// The keys that decrypt models. They are read from their files when first needed.
///
/// Call `prepare(for:)` before the workspace is locked, because it may ask for a passphrase.
package final class Keyring {
  /// The availability of a kind of key.
  package enum Presence: Sendable {
    /// There is no key.
    case absent
    /// The key exists but needs a passphrase.
    case protected
    /// The key is available.
    case present
  }

  /// Returns the passphrase of the identity file at the path.
  ///
  /// An error that it throws is rethrown by the function that needs the passphrase.
  package typealias Passphrase = (_ path: FilePath) throws -> SecretBytes

  /// The path of the file with age identities.
  package let identityPath: FilePath?
  /// The path of the file with the framework's key.
  package let frameworkKeyPath: FilePath?
  private let frameworkKeyCheck: SHA256Digest?
  private let passphrase: Passphrase
  private let warn: (String) -> Void
  /// The content of the identity file, which is read once, and the warning about its mode, which is given when its identities are used.
  private var identityFile: (contents: SharedSecret, warning: String?)?
  private var loadedIdentities: [X25519Identity]?
  private var loadedFrameworkKey: OKitCBCKey??
  /// True if reading failed because the passphrase of the identities was not requested in time.
  private(set) var isShortOfPassphrase = false
  /// The evidence for the framework's key in the models; nil until they are checked.
  var frameworkKeyProof: FrameworkKeyEvidence?

  /// A keyring with an identity file and a file with the framework's key. A missing file counts as no key.
  ///
  /// - Parameters:
  ///   - frameworkKeyCheck: The check value of the workspace's key (`Configuration.keyCheck`). Any other key is an error of kind `locked`.
  ///   - warn: Called with a warning about a file that other users can read.
  package init(
    identityPath: FilePath?, frameworkKeyPath: FilePath?, frameworkKeyCheck: SHA256Digest? = nil,
    passphrase: @escaping Passphrase, warn: @escaping (String) -> Void = { _ in }
  ) {
    self.identityPath = identityPath
    self.frameworkKeyPath = frameworkKeyPath
    self.frameworkKeyCheck = frameworkKeyCheck
    self.passphrase = passphrase
    self.warn = warn
  }

  /// A keyring without keys.
  package convenience init() {
    self.init(identityPath: nil, frameworkKeyPath: nil) { _ in throw OKitError(.locked, "no identity") }
  }

  /// Loads the keys for reading files of `forms`, and asks for a passphrase if needed. A missing key is not an error yet.
  package func prepare(for forms: Set<StoredForm>) throws {
    if forms.contains(.age), loadedIdentities == nil {
      loadedIdentities = try readIdentities()
    }
    if forms.contains(.okitCBC), loadedFrameworkKey == nil {
      loadedFrameworkKey = .some(try readFrameworkKey())
    }
  }

  /// Loads the identities for reading files of `forms` if that needs a passphrase. Other keys are read on demand.
  ///
  /// `forms` may read every file of a workspace. It is called only if its result matters.
  package func prepareAsking(for forms: () throws -> Set<StoredForm>) throws {
    // A damaged file is reported when the identity is needed.
    guard loadedIdentities == nil, (try? identityPresence()) == .protected else { return }
    try prepare(for: forms())
  }

  /// Runs `body`. If it fails because a passphrase is missing, asks for the passphrase and runs `body` again.
  ///
  /// The passphrase is requested between the two runs, because the locked workspace would block others.
  package func asking<Result>(_ body: () throws -> Result) throws -> Result {
    do {
      return try body()
    } catch let error as OKitError where error.kind == .busy && isShortOfPassphrase {
      try prepare(for: [.age])
      return try body()
    }
  }

  /// Returns the age identities.
  ///
  /// Throws an error of kind `locked` if there are none, and of kind `busy` if they need a passphrase that was not requested yet: the workspace is
  /// already locked, and asking would block others.
  package func identities() throws -> [X25519Identity] {
    if loadedIdentities == nil {
      guard try identityPresence() != .protected else {
        isShortOfPassphrase = true
        throw OKitError(.busy, "the configuration of encryption changed in the meantime")
      }
      loadedIdentities = try readIdentities()
    }
    guard let loaded = loadedIdentities, !loaded.isEmpty else {
      let place = identityPath.map { "no identity at \($0)" } ?? "no identity"
      throw OKitError(.locked, place, remedy: .nameIdentity)
    }
    return loaded
  }

  /// Returns the framework's key. Throws an error of kind `locked` if there is none or it is not the workspace's key.
  package func frameworkKey() throws -> OKitCBCKey {
    let loaded = try loadedFrameworkKey ?? readFrameworkKey()
    loadedFrameworkKey = .some(loaded)
    guard let loaded else {
      throw OKitError(.locked, "the app's key is missing", remedy: .importFrameworkKey)
    }
    if let frameworkKeyCheck, loaded.check != frameworkKeyCheck {
      let place = frameworkKeyPath.map { "the app's key in \($0)" } ?? "the app's key"
      throw OKitError(.locked, "\(place) is not the key of this workspace", remedy: .importFrameworkKey)
    }
    return loaded
  }

  /// Returns the availability of age identities without asking for a passphrase.
  ///
  /// Throws the errors of reading the file, `SystemError` and errors of kind `malformed`. A missing file is not an error.
  package func identityPresence() throws -> Presence {
    if let loadedIdentities { return loadedIdentities.isEmpty ? .absent : .present }
    guard let file = try readIdentityFile() else { return .absent }
    return file.contents.secret.withUnsafeBytes(IdentityFile.isEncrypted) ? .protected : .present
  }

  /// Returns the availability of the framework's key.
  ///
  /// Throws `SystemError` if the file cannot be checked.
  package func frameworkKeyPresence() throws -> Presence {
    guard let frameworkKeyPath, try FileStatus.of(frameworkKeyPath, followingLinks: true) != nil else { return .absent }
    return .present
  }

  /// Returns the recipients of the identities for display; nil while a passphrase protects them.
  ///
  /// Throws the errors of ``identityPresence()``, and an error of kind `malformed` if the file contains no identities.
  package func identityRecipients() throws -> [X25519Recipient]? {
    switch try identityPresence() {
    case .absent: return []
    case .protected: return nil
    case .present:
      try prepare(for: [.age])
      return loadedIdentities?.map(\.recipient)
    }
  }

  private func readIdentities() throws -> [X25519Identity] {
    guard let identityPath, let file = try readIdentityFile() else { return [] }
    if let warning = file.warning { warn(warning) }
    return try KeyFile.identities(in: file.contents.secret, of: identityPath, passphrase: passphrase)
  }

  private func readIdentityFile() throws -> (contents: SharedSecret, warning: String?)? {
    if let identityFile { return identityFile }
    guard let identityPath else { return nil }
    var warning: String?
    do {
      identityFile = (SharedSecret(try KeyFile.contents(identityPath) { warning = $0 }), warning)
    } catch let error as SystemError where error.isMissing {}
    return identityFile
  }

  private func readFrameworkKey() throws -> OKitCBCKey? {
    guard let frameworkKeyPath else { return nil }
    do {
      return try KeyFile.frameworkKey(frameworkKeyPath, warn: warn)
    } catch let error as SystemError where error.isMissing {
      return nil
    }
  }
}

extension Keyring {
  /// Returns the recipients of the available identities. Throws the errors of ``identities()`` if a passphrase is needed first.
  package func ownRecipients() throws -> [X25519Recipient] { try identityRecipients() ?? identities().map(\.recipient) }

  /// Returns the advice for a workspace without recipients: an existing identity needs no new key.
  package func remedyWithoutRecipients() throws -> OKitError.Remedy {
    guard let own = try identityRecipients() else {
      return .words("run 'okit key add age1…' with the recipient of your identity to encrypt to it")
    }
    return own.isEmpty ? .generateKey : .becomeRecipient(own.map(\.description))
  }

  /// Throws an error of kind `locked` unless an available identity decrypts data encrypted to `recipients`.
  ///
  /// Edits, imports, restores, migrations and `rekey` call this before they encrypt, so that users do not lock themselves out. `encrypt` only warns,
  /// because a machine may encrypt for others. The default `remedy` is to become
  /// a recipient or to use another identity. Throws the errors of ``identities()`` if a passphrase is needed first.
  package func requireAccess(to recipients: [X25519Recipient], remedy: OKitError.Remedy? = nil) throws {
    let own = try ownRecipients()
    guard !own.contains(where: recipients.contains) else { return }
    throw OKitError(
      .locked, "no available identity would open the result: the workspace encrypts to other recipients",
      remedy: remedy ?? .becomeRecipient(own.map(\.description)))
  }
}
