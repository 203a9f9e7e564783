public import Ciphers
package import OKitModels
public import OKitStorage

/// An open workspace: a folder whose `okit/` contains models, and everything that can be done with them.
///
/// Values are reached by bindings, such as `directory>/authors[0]/name`; `okit-bindings(7)` describes the language. Paths of files are absolute, or relative
/// to the working folder. Each call is complete in itself: it takes the lock, reads or changes everything or nothing, and releases the lock. What it
/// cannot do is an `OKitError`, whose `kind` tells how to react.
///
/// No hook or other program of the workspace is run. One value belongs to one thread.
public struct OpenWorkspace {
  /// The workspace in all detail, for the modules of this package.
  package let workspace: Workspace

  /// Opens the workspace in the folder `root`.
  ///
  /// - Parameters:
  ///   - root: The folder that contains `okit/`.
  ///   - keys: What opens its encrypted models; by default nothing does.
  ///   - lockTimeout: How long a call waits for another process that holds the workspace. Then it throws an error of kind `busy`.
  ///   - language: The language in which texts are read and dates are written, such as `de` or `en_GB`. By default, English.
  ///   - dryRun: If true, no call changes anything. Each checks, reads and answers as it would otherwise.
  ///   - observer: Is told of progress and of what deserves attention; by default nobody is.
  ///
  /// Throws errors of kind `notFound` (no workspace), `usage` (no such language), `configuration` (`okit.json` makes no sense) and `inputOutput`.
  public init(
    _ root: String, keys: Keys = Keys(), lockTimeout: Duration = .seconds(30), language: String? = nil,
    dryRun: Bool = false, observer: (any Observer)? = nil
  ) throws {
    let observer = observer ?? SilentObserver()
    workspace = try throwingOKitError {
      try Workspace(
        at: absolutePath(root),
        keys: { configuration in try keys.keyring(check: configuration?.keyCheck, observer) }, lockTimeout: lockTimeout,
        reader: Self.reader(language), observer: observer, dryRun: dryRun)
    }
  }

  /// Creates a workspace in the folder `root`, which need not exist, and opens it.
  ///
  /// - Parameters:
  ///   - root: The folder that is to contain `okit/`. Models that are in `okit/data` already become part of the workspace.
  ///   - data: A data folder to copy the models from.
  ///   - definitions: Paths of the Swift files that declare the models.
  ///   - keys: What opens its encrypted models.
  ///
  /// Throws errors of kind `exists` (there is a workspace), `notFound`, `configuration` and `malformed` (Swift files that cannot be used), and
  /// `inputOutput`; then nothing is left behind.
  public static func create(
    _ root: String, copying data: String? = nil, definitions: [String] = [], keys: Keys = Keys()
  ) throws -> OpenWorkspace {
    try throwingOKitError {
      let root = try absolutePath(root)
      let creation = WorkspaceCreation(root)
      if try creation.isDone { throw OKitError(.exists, "\(root) already is a workspace") }
      try creation.create(
        data.map { .dataFolder(try absolutePath($0)) } ?? .empty, definitions: definitions.map(absolutePath))
    }
    return try OpenWorkspace(root, keys: keys)
  }

  /// The folder that contains `okit/`, absolute.
  public var root: String { workspace.root }

  private static func reader(_ language: String?) throws -> Reader {
    guard let language else { return Reader() }
    guard let locale = LocaleName(language) else { throw OKitError(.usage, "'\(language)' is not a language") }
    return Reader(languages: [locale], dates: locale)
  }
}

extension OpenWorkspace {
  /// What opens encrypted models: files with keys, which are read when they are first needed.
  public struct Keys {
    private let identity: String?
    private let appKey: String?
    private let passphrase: (_ path: String) throws -> SecretBytes

    /// Keys in files.
    ///
    /// - Parameters:
    ///   - identity: The file of age identities (see age-encryption.org), as `okit key generate` creates it.
    ///   - appKey: The file with the key of the app that created the models, in the form in which `okit key export` writes it.
    ///   - passphrase: Gives the passphrase of the identity file at a path, if it has one. What it throws, the call that needed it throws.
    public init(
      identity: String? = nil, appKey: String? = nil,
      passphrase: ((_ path: String) throws -> SecretBytes)? = nil
    ) {
      self.identity = identity
      self.appKey = appKey
      self.passphrase = passphrase ?? { throw OKitError(.locked, "\($0) needs a passphrase") }
    }

    fileprivate func keyring(check: SHA256Digest?, _ observer: any Observer) throws -> Keyring {
      Keyring(
        identityPath: try identity.map(absolutePath), frameworkKeyPath: try appKey.map(absolutePath),
        frameworkKeyCheck: check, passphrase: passphrase, warn: { observer.warned($0) })
    }
  }
}
