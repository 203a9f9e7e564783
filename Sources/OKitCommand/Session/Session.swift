import Ciphers
import CommandKit
import Glibc
import OKitBackups
import OKitData
import OKitModels
import OKitRemote
import OKitStorage
import Restic

/// One run of a command: opens the workspace and its keys as the options and the environment say.
final class Session {
  let console: Console
  let secrets: Secrets
  let observer: ConsoleObserver
  private let global: GlobalOptions
  private var passphrases: [FilePath: SharedSecret] = [:]
  /// The passwords of repositories by the options that name their source.
  var repositoryPasswords: [String: SharedPassword] = [:]
  /// The options for connections to servers.
  var remoteOptions = RemoteOptions()
  private(set) lazy var connections = makeConnections()
  /// True if `--yes` was given; nil if the command does not have it.
  var isAgreed: Bool?

  init(_ console: Console, _ global: GlobalOptions) {
    self.console = console
    self.global = global
    secrets = Secrets(console)
    observer = ConsoleObserver(console)
  }

  var lockTimeout: Duration { global.wait.duration }

  /// Returns `path` as an absolute path. An empty path is an error, because it is usually an unset shell variable and not the working folder.
  func absolute(_ path: String) throws -> FilePath {
    if path.isEmpty { throw UsageError("a file or folder name is empty") }
    let isAbsolute = path.utf8.first == UInt8(ascii: "/")
    // `..` stays, because the folder before it may be a link.
    return FilePath(path, in: try isAbsolute ? "/" : FilePath.workingFolder())
  }

  /// Returns the folder `path` as an absolute path, with links resolved if it exists.
  func absoluteFolder(_ path: String) throws -> FilePath {
    let path = try absolute(path)
    return path.resolved ?? path
  }

  /// Returns the path of a new file or folder as an absolute path, with links and `..` resolved in the part that exists.
  func absoluteOutput(_ path: String) throws -> FilePath { try absolute(path).resolvingExistingPrefix }

  // MARK: - The workspace

  /// Opens the workspace: `-C`, then `$OKIT_ROOT`, then the working folder and those above it.
  ///
  /// Encrypted models can be read only if `keys` is given. In a dry run, nothing in the workspace changes, and models on servers are seen without a local
  /// copy.
  func workspace(_ keys: KeyOptions? = nil, dryRun: Bool = false) throws -> Workspace {
    let workspace = try localWorkspace(keys, dryRun: dryRun)
    return dryRun ? try withRemoteModels(workspace, keys, dryRun: true) : workspace
  }

  /// Opens the workspace, where models on servers are only seen in local copies.
  func localWorkspace(_ keys: KeyOptions? = nil, dryRun: Bool = false) throws -> Workspace {
    let workspace = try workspace(at: root(), keys, dryRun: dryRun)
    workspace.confirmUnkept = { [self] in try confirmUnkept($0) }
    let launcher = ProgramLauncher(console)
    workspace.programs = environment("OKIT_HOOK") == nil ? .all(launcher) : .withoutHooks(launcher)
    let remote = remoteModels(workspace)
    workspace.remoteEditing = remote
    if !dryRun { try remote.finishInterrupted() }
    return workspace
  }

  /// Opens the workspace for a server, whose messages `observer` gets. Changes that cannot be undone are made with a warning.
  func workspace(serving keys: KeyOptions?, observer: any Observer) throws -> Workspace {
    let workspace = try workspace(at: root(), keys, observer: observer)
    let launcher = ProgramLauncher(console, flushesOutput: false)
    workspace.programs = environment("OKIT_HOOK") == nil ? .all(launcher) : .withoutHooks(launcher)
    return workspace
  }

  /// Opens the workspace in the folder `root`, without its hooks.
  func workspace(
    at root: FilePath, _ keys: KeyOptions? = nil, dryRun: Bool = false, observer: (any Observer)? = nil
  ) throws -> Workspace {
    do {
      return try Workspace(
        at: root, keys: { try keyring(keys, for: $0) }, lockTimeout: lockTimeout, reader: reader,
        observer: observer ?? self.observer,
        dryRun: dryRun, trust: trust)
    } catch let error as OKitError where error.remedy == .initialize(root) {
      // The hint names the folder itself.
      console.hintOptions = []
      throw error
    }
  }

  /// The folders and owners that the caller trusts.
  var trust: Trust { UserSettings(self).trust }

  /// Opens the workspace for edits. On a terminal, okit asks before it removes many entities.
  func workspace(_ keys: KeyOptions, dryRun: Bool, confirmingRemovals: Bool) throws -> Workspace {
    let workspace = try workspace(keys, dryRun: dryRun)
    isAgreed = !confirmingRemovals
    // An edit that may have to ask runs twice, so it asks only where somebody could answer.
    if confirmingRemovals, console.isInteractive {
      workspace.confirmRemoval = { [console] entities in
        guard try console.confirm("Remove \(entities) entities (after a backup of the current data)?") else {
          throw ExitStatus(Status.found)
        }
      }
    }
    return workspace
  }

  /// Opens the workspace, or returns nil if there is none.
  func workspaceIfAny(_ keys: KeyOptions? = nil, dryRun: Bool = false) throws -> Workspace? {
    try rootIfAny().map { try workspace(at: $0, keys, dryRun: dryRun) }
  }

  /// Opens the workspace, or returns nil if there is none or it cannot be opened.
  func workspaceIfAnyQuietly(_ keys: KeyOptions? = nil, dryRun: Bool = false) -> Workspace? {
    (try? workspaceIfAny(keys, dryRun: dryRun)) ?? nil
  }

  private func root() throws -> FilePath {
    guard let root = try rootIfAny() else {
      throw OKitError(.notFound, "no workspace in \(try FilePath.workingFolder()) or above", remedy: .initialize(nil))
    }
    return root
  }

  func rootIfAny() throws -> FilePath? {
    if global.root == "" { throw UsageError("the folder given with -C is empty") }
    if let root = global.root ?? environment("OKIT_ROOT") { return try absoluteFolder(root) }
    return try Workspace.root(above: FilePath.workingFolder())
  }

  // MARK: - Keys

  /// Returns the keyring of the workspace with this id.
  func keyring(
    _ options: KeyOptions = KeyOptions(), workspaceID: String?, frameworkKeyCheck: SHA256Digest? = nil
  ) throws -> Keyring {
    let identity = options.identity ?? environment("OKIT_IDENTITY")
    // A missing file is an error only if an option names it: the environment's identity may not be needed.
    if let identity = options.identity {
      guard access(try absolute(identity).text, F_OK) == 0 else {
        throw OKitError(.locked, "no such identity file: \(identity)")
      }
    }
    let folder = keyFolder(workspaceID)
    return Keyring(
      identityPath: try identity.map(absolute) ?? folder?.appending(KeyFile.identityName),
      frameworkKeyPath: try environment("OKIT_CBC_KEY").map(absolute)
        ?? folder?.appending(KeyFile.frameworkKeyName),
      frameworkKeyCheck: frameworkKeyCheck,
      passphrase: { [unowned self] path in try passphrase(options, path) },
      warn: { [console] in console.warn($0) })
  }

  /// Returns the passphrase of an identity file, and prompts at most once.
  private func passphrase(_ options: KeyOptions, _ path: FilePath) throws -> SecretBytes {
    if let known = passphrases[path] { return known.secret.copy() }
    let kept = SharedSecret(try secrets.read(options.request(for: path.text)))
    passphrases[path] = kept
    return kept.secret.copy()
  }

  private func keyring(_ options: KeyOptions?, for configuration: Configuration?) throws -> Keyring {
    guard let options else { return Keyring() }
    return try keyring(options, workspaceID: configuration?.id, frameworkKeyCheck: configuration?.keyCheck)
  }

  /// Returns the key folder of a workspace, `$XDG_CONFIG_HOME/okit/<id>`.
  func keyFolder(_ workspaceID: String?) -> FilePath? {
    guard let workspaceID else { return nil }
    return settingsFolder?.appending(workspaceID)
  }

  /// The folder of the user's keys and settings, `$XDG_CONFIG_HOME/okit`.
  var settingsFolder: FilePath? {
    if let base = environment("XDG_CONFIG_HOME"), base.hasPrefix("/") { return FilePath(text: base).appending("okit") }
    return environment("HOME").map { FilePath(text: $0).appending(".config/okit") }
  }

  /// Returns the path for a new key of a workspace.
  func defaultKeyPath(_ name: String, _ workspaceID: String) -> FilePath? {
    keyFolder(workspaceID)?.appending(name)
  }

  /// Returns standard input as a source; `what` describes it in errors. Standard input can be used only once.
  func standardInput(_ what: String) throws -> CipherSource {
    try secrets.takeStandardInput()
    try console.requireRedirectedInput(what)
    return InputDescriptor(descriptor: console.standardInput, name: "standard input").read
  }

  /// Returns the file or pipe at `path` as a source.
  func fileInput(_ path: String) throws -> CipherSource {
    try InputDescriptor(opening: absolute(path), name: path).read
  }

  /// Reads text from standard input, without one line feed at its end; `what` describes it in errors.
  func standardText(_ what: String) throws -> String {
    var bytes: [UInt8] = []
    let source = try standardInput(what)
    try withUnsafeTemporaryAllocation(byteCount: 65_536, alignment: 1) { buffer in
      while case let count = try source(buffer), count > 0 { bytes += buffer[..<count] }
    }
    if bytes.last == UInt8(ascii: "\n") { bytes.removeLast() }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw OKitError(.malformed, "\(what) on standard input is not valid UTF-8")
    }
    return text
  }

  func environment(_ name: String) -> String? {
    guard let value = console.environment[name], !value.isEmpty else { return nil }
    return value
  }

  // MARK: - Backups

  /// Returns the keys and the password to open backups; the password is read at most once.
  func unlock(_ password: PasswordOptions, _ keyring: Keyring, allowsWeakZip: Bool = false) -> BackupUnlock {
    let password = CachedSecret(secrets, password.request(isNew: false))
    return BackupUnlock(keyring: keyring, allowsWeakZip: allowsWeakZip) { try password.secret() }
  }

  /// Runs `body`, which opens backups. Without a workspace, hints name no command that needs one.
  func openingBackups<Result>(in workspace: Workspace?, _ body: () throws -> Result) throws -> Result {
    do {
      return try body()
    } catch let error as OKitError where workspace == nil {
      let hint: String? =
        switch error.remedy {
        case .nameIdentity: "name the identity with -i FILE or $OKIT_IDENTITY"
        case .importFrameworkKey: "name the app's key in $OKIT_CBC_KEY"
        default: nil
        }
      guard let hint else { throw error }
      throw OKitError(error.kind, error.detail, at: error.place, remedy: .words(hint))
    }
  }

  /// Returns former passwords, each read from its file once, when it is first needed.
  func oldPasswords(_ options: OldPasswordOptions) -> [() throws -> SecretBytes] {
    options.files.map { file in
      let password = CachedSecret(secrets, options.request(for: file))
      return { try password.secret() }
    }
  }

  /// Asks before a change that cannot be undone.
  private func confirmUnkept(_ reason: UnkeptReason) throws {
    if isAgreed == true { return }
    let (fault, hint) =
      switch reason {
      case .tooLarge(let size):
        (
          "this change cannot be undone: it replaces \(ByteCount(size)), more than 'history' in okit.json allows",
          "use --yes, or raise history.size in okit.json"
        )
      case .plainText(let consequence):
        (
          "\(consequence), because plain text of encrypted data is not kept",
          "use --yes, or make a backup first with 'okit backup create'"
        )
      }
    guard console.isInteractive else {
      // Without the option, nobody could agree. The change is made with a warning.
      if isAgreed == nil { return }
      throw UsageError(fault, hint: hint)
    }
    console.warn(fault)
    guard try console.confirm("Continue?") else { throw ExitStatus(Status.found) }
  }

  /// Asks before `action`, such as `Delete model 'x'`, unless `isAgreed`. If okit cannot ask, `--yes` is required. The question shows
  /// `extent` in parentheses, which is computed only for a question.
  func confirm(_ action: String, isAgreed: Bool, extent: () throws -> String = { "" }) throws {
    if isAgreed { return }
    guard console.isInteractive else {
      throw UsageError("cannot ask for confirmation", hint: "use --yes to \(action.lowercasedFirst)")
    }
    let extent = try extent()
    guard try console.confirm(action + (extent.isEmpty ? "?" : " (\(extent))?")) else { throw ExitStatus(Status.found) }
  }
}

extension String {
  fileprivate var lowercasedFirst: String { prefix(1).lowercased() + dropFirst() }
}

extension Session {
  /// Returns the creation time to record, `$SOURCE_DATE_EPOCH` in seconds since 1970; `nil` means now.
  ///
  /// Throws a ``UsageError`` if the variable is not a valid number.
  func sourceDate() throws -> Int64? {
    guard let text = environment("SOURCE_DATE_EPOCH") else { return nil }
    // Up to the end of the year 9999, because later years have five digits.
    guard let seconds = Int64(text), (0...253_402_300_799).contains(seconds) else {
      throw UsageError(
        "SOURCE_DATE_EPOCH is '\(Console.printable(text))', not a number of seconds since 1970",
        hint: "unset SOURCE_DATE_EPOCH, or set it to the output of 'date +%s'")
    }
    return seconds
  }
}

extension Session {
  /// Warns if no available identity can open the files that were just encrypted to the recipients of `workspace`. Encrypting for others is
  /// allowed, so okit does not prompt for the passphrase of a protected identity.
  func warnIfForOthers(_ workspace: Workspace, _ keys: KeyOptions) throws {
    let keyring = workspace.keyring
    if let path = keyring.identityPath, secrets.isGiven(keys.request(for: path.text)) {
      try keyring.prepareAsking { [.age] }
    }
    guard let own = try keyring.identityRecipients() else {
      return console.warn("cannot check if your identity opens the encrypted files, because a passphrase protects it")
    }
    if !own.contains(where: { workspace.configuration?.recipients.contains($0) == true }) {
      console.warn("no available identity opens the encrypted files; only their recipients can decrypt them")
    }
  }
}
