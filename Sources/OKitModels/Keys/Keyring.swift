package import Ciphers
import OKitStorage

/// The keys that encrypted models are opened with, read from their files when first needed.
///
/// Keys are loaded with `prepare(for:)` before the workspace is locked, since a passphrase may have to be asked for.
package final class Keyring {
  /// Whether a kind of key is there.
  package enum Presence: Sendable {
    /// There is none.
    case absent
    /// It is there but needs its passphrase.
    case protected
    /// It is there.
    case present
  }

  /// Gives the passphrase of the identity file at the path.
  ///
  /// What it throws comes out of whatever needed the passphrase.
  package typealias Passphrase = (_ path: String) throws -> SecretBytes

  /// Where age identities are read from.
  package let identityPath: String?
  /// Where the framework's key is read from.
  package let frameworkKeyPath: String?
  private let frameworkKeyCheck: SHA256Digest?
  private let passphrase: Passphrase
  private let warn: (String) -> Void
  private var loadedIdentities: [X25519Identity]?
  private var loadedFrameworkKey: OKitCBCKey??
  /// Whether reading stopped since the passphrase of the identities was not asked for yet.
  private(set) var isShortOfPassphrase = false
  /// What the models of the workspace say of the framework's key; nil until they are asked.
  var frameworkKeyProof: FrameworkKeyProof?

  /// A keyring over an identity file and a file with the framework's key; what is not there counts as no key. `frameworkKeyCheck` is
  /// what the workspace knows its key by (`Configuration.keyCheck`): another one opens nothing. `warn` gets a line for a file that other
  /// users can read.
  package init(
    identityPath: String?, frameworkKeyPath: String?, frameworkKeyCheck: SHA256Digest? = nil,
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

  /// Loads what is needed to read files of `forms`; asks for a passphrase where it takes one. A missing key is no error yet.
  package func prepare(for forms: Set<StoredForm>) throws {
    if forms.contains(.age), loadedIdentities == nil {
      loadedIdentities = try readIdentities()
    }
    if forms.contains(.okitCBC), loadedFrameworkKey == nil {
      loadedFrameworkKey = .some(try readFrameworkKey())
    }
  }

  /// Loads what is needed to read files of `forms` where a passphrase has to be asked for; all else is read when it is needed. `forms` may
  /// look at every file of a workspace and is called only where the answer counts.
  package func prepareAsking(for forms: () throws -> Set<StoredForm>) throws {
    // What is wrong with the file is told where the identity is needed.
    guard loadedIdentities == nil, (try? identityPresence()) == .protected else { return }
    try prepare(for: forms())
  }

  /// Runs `body`, and once more where it was short of a passphrase, which is asked for in between: while the workspace is locked it would
  /// keep others waiting.
  package func asking<Result>(_ body: () throws -> Result) throws -> Result {
    do {
      return try body()
    } catch let error as OKitError where error.kind == .busy && isShortOfPassphrase {
      try prepare(for: [.age])
      return try body()
    }
  }

  /// The age identities.
  ///
  /// Throws an error of kind `locked` where there is none, and of kind `busy` where they need a passphrase and were not
  /// prepared: by now the workspace is locked, and asking would keep others waiting.
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

  /// The framework's key. Throws an error of kind `locked` where there is none, or where it is not the workspace's.
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

  /// Whether there are age identities, without asking for a passphrase.
  ///
  /// Throws what reading the file throws, `SystemError` and errors of kind `malformed`; that there is none is no error.
  package func identityPresence() throws -> Presence {
    if let loadedIdentities { return loadedIdentities.isEmpty ? .absent : .present }
    guard let identityPath, try FileStatus.of(identityPath, followingLinks: true) != nil else { return .absent }
    return try KeyFile.contents(identityPath, warn: { _ in }).withUnsafeBytes(IdentityFile.isEncrypted)
      ? .protected : .present
  }

  /// Whether the framework's key is there.
  ///
  /// Throws `SystemError` where that cannot be told.
  package func frameworkKeyPresence() throws -> Presence {
    guard let frameworkKeyPath, try FileStatus.of(frameworkKeyPath, followingLinks: true) != nil else { return .absent }
    return .present
  }

  /// The recipients of the identities, for showing; nil while they are protected by a passphrase.
  ///
  /// Throws what ``identityPresence()`` throws, and an error of kind `malformed` where the file holds no identities.
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
    guard let identityPath, try FileStatus.of(identityPath, followingLinks: true) != nil else { return [] }
    return try KeyFile.identities(identityPath, passphrase: passphrase, warn: warn)
  }

  private func readFrameworkKey() throws -> OKitCBCKey? {
    guard let frameworkKeyPath, try FileStatus.of(frameworkKeyPath, followingLinks: true) != nil else { return nil }
    return try KeyFile.frameworkKey(frameworkKeyPath, warn: warn)
  }
}
