import Ciphers
import CommandKit
import Glibc
import OKitBackups
import OKitData
import OKitModels
import OKitStorage

/// One run of a command: the workspace, its keys, and what the user said about them.
final class Session {
  let console: Console
  let secrets: Secrets
  let observer: ConsoleObserver
  private let global: GlobalOptions
  private var passphrases: [String: KeptSecret] = [:]

  init(_ console: Console, _ global: GlobalOptions) {
    self.console = console
    self.global = global
    secrets = Secrets(console)
    observer = ConsoleObserver(console)
  }

  private var lockTimeout: Duration { global.wait.duration }

  /// The folder that commands start from.
  static func workingFolder() throws -> String {
    guard let folder = getcwd(nil, 0) else { throw SystemError("read", "the working folder") }
    defer { free(folder) }
    return String(cString: folder)
  }

  /// `path` as typed, made absolute. An empty one, mostly a variable that is not set, must not mean the working folder.
  func absolute(_ path: String) throws -> String {
    if path.isEmpty { throw UsageError("the name of a file or folder is empty") }
    let isAbsolute = path.utf8.first == UInt8(ascii: "/")
    return Self.clean(isAbsolute ? path : "\(try Self.workingFolder())/\(path)")
  }

  /// The folder `path` as typed, absolute and with its links followed where it exists.
  func absoluteFolder(_ path: String) throws -> String {
    let path = try absolute(path)
    guard let resolved = realpath(path, nil) else { return path }
    defer { free(resolved) }
    return String(cString: resolved)
  }

  /// Without `.` and slashes that say nothing; `..` stays, since before it may be a link.
  private static func clean(_ path: String) -> String {
    let components = path.utf8.split(separator: UInt8(ascii: "/")).map { String(decoding: $0, as: UTF8.self) }
    return "/" + components.filter { $0 != "." }.joined(separator: "/")
  }

  // MARK: - The workspace

  /// Opens the workspace: `-C`, then `$OKIT_ROOT`, then the working folder and those above it.
  ///
  /// Its encrypted models can be read if `keys` says where keys may be.
  func workspace(_ keys: KeyOptions? = nil) throws -> Workspace {
    let workspace = try workspace(at: root(), keys)
    // A hook may use okit, which then must not run hooks again; and a workspace that is only read has none for the caller.
    if environment("OKIT_HOOK") == nil, try workspace.isTrusted() { workspace.hookRunner = ProgramLauncher(console) }
    return workspace
  }

  /// Opens the workspace in the folder `root`, whose hooks are not run.
  func workspace(at root: String, _ keys: KeyOptions? = nil) throws -> Workspace {
    try Workspace(
      at: root, keys: { try keyring(keys, for: $0) }, lockTimeout: lockTimeout, reader: reader, observer: observer,
      trust: trust)
  }

  /// The folders and owners that the caller trusts.
  var trust: Trust { UserSettings(self).trust }

  /// Opens the workspace for edits. If someone can be asked, they are before many entities are removed.
  func workspace(_ keys: KeyOptions, confirmingRemovals: Bool) throws -> Workspace {
    let workspace = try workspace(keys)
    if confirmingRemovals, console.isInteractive {
      workspace.confirmRemoval = { [console] entities in
        guard try console.confirm("Remove \(entities) entities (a backup keeps them)?") else {
          throw ExitStatus(Status.found)
        }
      }
    }
    return workspace
  }

  /// The workspace where there is one, for commands that can do without.
  func workspaceIfAny(_ keys: KeyOptions? = nil) throws -> Workspace? {
    if global.root == nil, environment("OKIT_ROOT") == nil, Workspace.root(above: try Self.workingFolder()) == nil {
      return nil
    }
    return try workspace(keys)
  }

  /// The workspace where there is one in order, for what works without.
  func workspaceIfAnyQuietly(_ keys: KeyOptions? = nil) -> Workspace? {
    (try? workspaceIfAny(keys)) ?? nil
  }

  private func root() throws -> String {
    if global.root == "" { throw UsageError("the folder given with -C is empty") }
    if let root = global.root ?? environment("OKIT_ROOT") { return try absoluteFolder(root) }
    let folder = try Self.workingFolder()
    guard let root = Workspace.root(above: folder) else {
      throw OKitError(.notFound, "no workspace here or above: \(folder)", remedy: .initialize)
    }
    return root
  }

  // MARK: - Keys

  /// The keys for a workspace of this id.
  func keyring(
    _ options: KeyOptions = KeyOptions(), workspaceID: String?, frameworkKeyCheck: SHA256Digest? = nil
  ) throws -> Keyring {
    let identity = options.identity ?? environment("OKIT_IDENTITY")
    // What the environment names may not be needed; what an option names is meant.
    if let identity = options.identity {
      guard access(try absolute(identity), F_OK) == 0 else {
        throw OKitError(.locked, "there is no identity file at \(identity)")
      }
    }
    let folder = keyFolder(workspaceID)
    return Keyring(
      identityPath: try identity.map(absolute) ?? folder.map { "\($0)/\(KeyFile.identityName)" },
      frameworkKeyPath: try environment("OKIT_CBC_KEY").map(absolute)
        ?? folder.map { "\($0)/\(KeyFile.frameworkKeyName)" },
      frameworkKeyCheck: frameworkKeyCheck,
      passphrase: { [unowned self] path in try passphrase(options, path) },
      warn: { [console] in console.warn($0) })
  }

  /// The passphrase of an identity file, asked for once.
  private func passphrase(_ options: KeyOptions, _ path: String) throws -> SecretBytes {
    if let known = passphrases[path] { return known.secret.copy() }
    let kept = KeptSecret(try secrets.read(options.request(for: path)))
    passphrases[path] = kept
    return kept.secret.copy()
  }

  private func keyring(_ options: KeyOptions?, for configuration: Configuration?) throws -> Keyring {
    guard let options else { return Keyring() }
    return try keyring(options, workspaceID: configuration?.id, frameworkKeyCheck: configuration?.keyCheck)
  }

  /// Where the keys of a workspace lie: `$XDG_CONFIG_HOME/okit/<id>`.
  func keyFolder(_ workspaceID: String?) -> String? {
    guard let workspaceID else { return nil }
    return settingsFolder.map { "\($0)/\(workspaceID)" }
  }

  /// Where okit keeps what belongs to the user: `$XDG_CONFIG_HOME/okit`.
  var settingsFolder: String? {
    if let base = environment("XDG_CONFIG_HOME"), base.hasPrefix("/") { return "\(base)/okit" }
    return environment("HOME").map { "\($0)/.config/okit" }
  }

  /// Where a new key of a workspace goes.
  func defaultKeyPath(_ name: String, _ workspaceID: String) -> String? {
    keyFolder(workspaceID).map { "\($0)/\(name)" }
  }

  /// Gives what comes on standard input, `what`, which can be read for one thing only.
  func standardInput(_ what: String) throws -> CipherSource {
    try secrets.takeStandardInput()
    try console.expectInput(what)
    return InputDescriptor(descriptor: console.standardInput, name: "standard input").read
  }

  /// Gives what is in the file at `path`, as typed, or comes through it where it is a pipe.
  func fileInput(_ path: String) throws -> CipherSource {
    try InputDescriptor(opening: absolute(path), name: path).read
  }

  /// The text that comes on standard input, `what`, without one line feed at its end.
  func standardText(_ what: String) throws -> String {
    var bytes: [UInt8] = []
    let source = try standardInput(what)
    try withUnsafeTemporaryAllocation(byteCount: 65_536, alignment: 1) { buffer in
      while case let count = try source(buffer), count > 0 { bytes += buffer[..<count] }
    }
    if bytes.last == UInt8(ascii: "\n") { bytes.removeLast() }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw OKitError(.malformed, "\(what) on standard input is no UTF-8")
    }
    return text
  }

  func environment(_ name: String) -> String? {
    guard let value = console.environment[name], !value.isEmpty else { return nil }
    return value
  }

  // MARK: - Backups

  /// What backups are opened with; a password is found or asked for once.
  func unlock(_ password: PasswordOptions, _ keyring: Keyring, allowsWeakZip: Bool = false) -> BackupUnlock {
    let password = CachedSecret(secrets, password.request(isNew: false))
    return BackupUnlock(keyring: keyring, allowsWeakZip: allowsWeakZip) { try password.secret() }
  }

  /// Gives former passwords, each read from its file once, when it is first needed.
  func oldPasswords(_ options: OldPasswordOptions) -> [() throws -> SecretBytes] {
    options.files.map { file in
      let password = CachedSecret(secrets, options.request(for: file))
      return { try password.secret() }
    }
  }

  /// Asks before something is taken away as a whole; without a terminal `--yes` has to say so.
  func confirm(_ question: String, isAgreed: Bool) throws {
    if isAgreed { return }
    guard console.isInteractive else {
      throw UsageError("\(question.lowercasedFirst) needs --yes where nobody can be asked")
    }
    guard try console.confirm(question + "?") else { throw ExitStatus(Status.found) }
  }
}

extension String {
  fileprivate var lowercasedFirst: String { prefix(1).lowercased() + dropFirst() }
}
