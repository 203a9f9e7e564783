public import Ciphers
package import OKitModels
public import OKitStorage

/// An open workspace: a folder whose `okit/` contains models, and all operations on them.
///
/// Bindings such as `directory>/authors[0]/name` are the paths of values; `okit-bindings(7)` describes the language. File paths are absolute, or
/// relative to the working folder. Each call is atomic: it takes the lock, reads or changes everything or nothing, and releases the lock. Errors are
/// `OKitError` values; their `kind` tells how to react. "Nothing is changed" holds for all of them except those with `isCommitted`, after which the
/// change must not be repeated: the disk or another program interfered after it was committed.
///
/// No hook or other program of the workspace is run. A value must be used on one thread only.
public struct OpenWorkspace {
  /// The workspace as it was read last.
  let opened: Workspace
  /// The workspace with all details, for the modules of this package. Rereads `okit.json` if it changed. Read this once per call.
  package var workspace: Workspace {
    // An error is thrown where the configuration is needed.
    if opened.configuration != nil { _ = try? opened.currentConfiguration() }
    return opened
  }

  /// Opens the workspace in the folder `root`.
  ///
  /// - Parameters:
  ///   - root: The folder that contains `okit/`.
  ///   - keys: The keys of its encrypted models. By default there are none.
  ///   - lockTimeout: How long a call waits for another process that holds the workspace. Then it throws an error of kind `busy`.
  ///   - language: The language for reading texts and writing dates, such as `de` or `en_GB`. The default is English.
  ///   - dryRun: If true, no call changes anything. Each call checks, reads and returns the same as otherwise.
  ///   - observer: Receives progress and messages. By default they are ignored.
  ///
  /// Throws errors of kind `notFound` (no workspace), `usage` (an unknown language), `configuration` (an invalid `okit.json`) and `inputOutput`.
  public init(
    _ root: String, keys: Keys = Keys(), lockTimeout: Duration = .seconds(30), language: String? = nil,
    dryRun: Bool = false, observer: (any Observer)? = nil
  ) throws {
    let observer = observer ?? SilentObserver()
    opened = try throwingOKitError {
      try Workspace(
        at: absolutePath(root),
        keys: { configuration in try keys.keyring(check: configuration?.keyCheck, observer) }, lockTimeout: lockTimeout,
        reader: Self.reader(language), observer: observer, dryRun: dryRun)
    }
  }

  /// Creates a workspace in the folder `root`, which may be missing, and opens it.
  ///
  /// - Parameters:
  ///   - root: The folder that will contain `okit/`. Models that are already in `okit/data` become part of the workspace.
  ///   - data: A data folder to copy the models from.
  ///   - definitions: Paths of the Swift files that declare the models.
  ///   - keys: The keys of its encrypted models.
  ///   - lockTimeout: See ``init(_:keys:lockTimeout:language:dryRun:observer:)``.
  ///   - language: See ``init(_:keys:lockTimeout:language:dryRun:observer:)``.
  ///   - observer: See ``init(_:keys:lockTimeout:language:dryRun:observer:)``.
  ///
  /// Throws errors of kind `exists` (there already is a workspace), `usage` (an unknown language or an empty path), `notFound`, `configuration` and
  /// `malformed` (unusable Swift files), and `inputOutput`. In each case no file is left behind.
  public static func create(
    _ root: String, copying data: String? = nil, definitions: [String] = [], keys: Keys = Keys(),
    lockTimeout: Duration = .seconds(30), language: String? = nil, observer: (any Observer)? = nil
  ) throws -> OpenWorkspace {
    try throwingOKitError {
      let root = try absolutePath(root)
      // Otherwise opening would fail after the workspace was created.
      _ = try Self.reader(language)
      _ = try keys.keyring(check: nil, observer ?? SilentObserver())
      let creation = WorkspaceCreation(root, observer: observer ?? SilentObserver())
      if try creation.workspaceExists { throw OKitError(.exists, "\(root) is already a workspace") }
      try creation.create(
        data.map { .dataFolder(try absolutePath($0)) } ?? .empty,
        definitions: definitions.map { try absolutePath($0).text })
    }
    return try OpenWorkspace(root, keys: keys, lockTimeout: lockTimeout, language: language, observer: observer)
  }

  /// The folder that contains `okit/`, absolute.
  public var root: String { opened.root.text }

  private static func reader(_ language: String?) throws -> LocalePreferences {
    guard let language else { return LocalePreferences() }
    guard let locale = LocaleName(language) else { throw OKitError(.usage, "'\(language)' is not a language") }
    return LocalePreferences(languages: [locale], dates: locale, numbers: locale)
  }
}

extension OpenWorkspace {
  /// The keys of encrypted models, in files that are read when they are first needed.
  public struct Keys {
    private let identity: String?
    private let appKey: String?
    private let passphrase: (_ path: String) throws -> SecretBytes

    /// Names the files with the keys.
    ///
    /// - Parameters:
    ///   - identity: The file with age identities (see age-encryption.org), as created by `okit key generate`.
    ///   - appKey: The file with the key of the app that created the models, in the format of `okit key export`.
    ///   - passphrase: Returns the passphrase of the identity file at a path if it has one. If it throws, the call that needed it throws the
    ///     same error.
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
        frameworkKeyCheck: check, passphrase: { [passphrase] in try passphrase($0.text) }, warn: { observer.warned($0) }
      )
    }
  }
}

/// Returns `path` as an absolute path. A relative path is resolved against the working folder.
///
/// Throws an error of kind `usage` for an empty path, and `SystemError` without a working folder.
func absolutePath(_ path: String) throws -> FilePath {
  if path.isEmpty { throw OKitError(.usage, "a path is empty") }
  if path.utf8.first == UInt8(ascii: "/") { return FilePath(text: path) }
  return FilePath(path, in: try .workingFolder())
}
