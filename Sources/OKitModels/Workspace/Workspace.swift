import Glibc
import JSONDocument
package import OKitStorage

/// A folder whose subfolder `okit/` contains models, their definitions, backups and exports.
package final class Workspace {
  /// The files of the workspace.
  package let storage: Storage
  /// The content of `okit/okit.json` as it was read last; nil for a data folder that is not a full workspace and can only be read.
  package private(set) var configuration: Configuration?
  /// The keys for encrypted models.
  package let keyring: Keyring
  /// The languages and formats for texts and dates in values.
  package let reader: LocalePreferences
  /// The programs of the workspace that operations may run.
  package var programs = AllowedPrograms.none
  /// The treatment of changes that violate the workspace's rules.
  package var rulePolicy = RulePolicy.refuse
  /// The paths of values that nobody should see, such as those of secure fields. Warnings about rules do not show them.
  package var secretPaths: Set<String> = []
  /// True for a dry run: operations check, ask and report as usual, but store nothing and run no programs.
  package let isDryRun: Bool
  /// True if the files are decrypted, whatever form the kinds of their models require, as in a backup that protects them as a whole.
  package var isDecrypted = false
  /// Makes backups before changes that remove data.
  package let safetyBackups: any SafetyBackupMaking
  /// The last content read from `okit/model/applied.json`.
  var latestApplied: AppliedDefinitions?
  /// The definitions that were read last, and the request for them.
  var latestDefinitions: (patterns: [String], models: [ModelName: Configuration.Model], found: WorkspaceDefinitions)?
  /// The findings under the last lock.
  var latestScan: Scan?
  /// Small plain documents that were read, by absolute path. The settings are needed before they are read as a model.
  var smallDocuments: [FilePath: OpenedDocument] = [:]
  /// True after the observer was warned that the definitions are missing.
  var hasWarnedOfDefinitions = false
  /// True after the observer was warned that dates cannot be formatted in the reader's language.
  var hasWarnedOfDates = false
  /// True after the observer was warned that texts cannot be compared without ICU.
  var hasWarnedOfICU = false
  /// Called before an edit removes more than ten entities, with their number. If it throws, the edit is stopped. Nothing is locked meanwhile. Nil to
  /// remove them without asking.
  package var confirmRemoval: ((_ entities: Int) throws -> Void)?
  /// Called before a change that cannot be undone, and before an undo after which later changes cannot be redone. If it throws, the change is stopped.
  /// Nil to make such changes with a warning.
  package var confirmUnkept: ((UnkeptReason) throws -> Void)?
  /// Edits remote models without a local copy; nil if they cannot be edited.
  package var remoteEditing: (any RemoteEditing)?
  /// False while a model is edited in a copy that is only there for one command. Its steps could not be undone without it.
  package var recordsSteps = true
  /// True if the workspace shows the models on servers that have no local copy.
  package var showsServers = false
  /// True while models on servers that are read get a local copy.
  var makesLocalCopies = false
  /// The remote models whose temporary copies were made for this command.
  package var ownCopies: Set<ModelName> = []
  /// True once a change that is no step of the history concerned other files than those of the models in ``ownCopies``.
  package var changesBesideCopies = false
  /// True once such a change was confirmed.
  var agreesToUnkept = false

  /// Opens the workspace in the folder `root`. Texts and dates in values are formatted for `reader`.
  ///
  /// `keys` returns the keys for a workspace with this configuration. Operations throw an error of kind `busy` if another process locks the workspace
  /// for longer than `lockTimeout`.
  ///
  /// Throws an error of kind `notFound` if there is neither `okit/okit.json` nor `okit/data`, and of kind `configuration` if `okit.json` is not valid
  /// or if the data is behind a link that `trust` does not allow. Rethrows the errors of `keys`.
  package init(
    at root: FilePath, keys: (Configuration?) throws -> Keyring, lockTimeout: Duration, reader: LocalePreferences,
    observer: any Observer,
    dryRun: Bool, trust: Trust, calls: any FileSystemCalls, safetyBackups: any SafetyBackupMaking
  ) throws {
    self.reader = reader
    isDryRun = dryRun
    self.safetyBackups = safetyBackups
    let path = WorkspaceLayout.configuration.absolute(in: root)
    do {
      configuration = try Configuration(reading: path)
    } catch let error as SystemError where error.isMissing {
      configuration = nil
    }
    guard try configuration != nil || Self.exists(at: root) else {
      throw OKitError(.notFound, "no workspace in \(root)", remedy: .initialize(root))
    }
    keyring = try keys(configuration)
    storage = try Storage(
      at: root, id: configuration?.id, configuredBackupFolder: configuration?.backup.folder, lockTimeout: lockTimeout,
      observer: observer, trust: trust, calls: calls)
  }

  /// The absolute path of the folder that contains `okit/`.
  package var root: FilePath { storage.root }
  /// The observer of the workspace's operations.
  package var observer: any Observer { storage.observer }
  /// The folder of backups: the configured one, or `okit/backup`.
  package var backupFolder: FilePath { storage.backupFolder }

  /// Returns the same workspace, opened again, or the one at `root` with the same keys. Its folders and its configuration may have changed.
  package func reopened(at root: FilePath? = nil) throws -> Workspace {
    try Workspace(
      at: root ?? self.root, keys: { _ in keyring }, lockTimeout: storage.lockTimeout, reader: reader,
      observer: observer,
      dryRun: isDryRun, trust: storage.trust, calls: storage.system.calls, safetyBackups: safetyBackups)
  }

  /// True if the folder `root` is a workspace or contains a data folder `okit/data`.
  ///
  /// Throws a `SystemError` if the caller may not look into `okit/`.
  package static func exists(at root: FilePath) throws -> Bool {
    do {
      if try FileStatus.of(WorkspaceLayout.configuration.absolute(in: root)) != nil { return true }
    } catch let error as SystemError where error.code == EACCES {
      // A folder above the working folder can be closed as a whole. It is no workspace for the caller.
      let okit = WorkspaceLayout.folder.absolute(in: root)
      guard (try? FileStatus.of(okit, followingLinks: true))?.kind == .folder else { return false }
      throw SystemError("read", okit, code: error.code)
    } catch {
      return false
    }
    return (try? FileStatus.of(WorkspaceLayout.data.absolute(in: root), followingLinks: true))?.kind == .folder
  }

  /// Returns the workspace that contains the absolute path `start`: the folder itself or the nearest folder above it; nil if there is none.
  ///
  /// Throws a `SystemError` if the caller may not look into the `okit/` of one of these folders.
  package static func root(above start: FilePath) throws -> FilePath? {
    var folder = start
    while true {
      if try exists(at: folder) { return folder }
      guard folder != "/" else { return nil }
      folder = folder.parent
    }
  }

  /// Returns the configuration. Throws an error of kind `configuration` if the folder is not a full workspace.
  package func requireConfiguration() throws -> Configuration {
    try storage.requireOwner()
    guard let configuration else { preconditionFailure("a workspace without a configuration has no owner") }
    return configuration
  }
}

extension Workspace {
  /// Returns the current configuration. The file is read again if it changed, because another process may have changed it before there was a lock.
  package func currentConfiguration() throws -> Configuration {
    let known = try requireConfiguration()
    let scan = scan
    if scan?.knowsConfiguration == true { return known }
    let isCurrent = try known.snapshot?.stamp == FileStatus.of(storage.configurationPath)?.stamp
    let current = try isCurrent ? known : Configuration(reading: storage.configurationPath)
    configuration = current
    scan?.knowsConfiguration = true
    return current
  }
}

extension Workspace {
  /// True if the workspace belongs to the current user or root, or is in a safe folder.
  ///
  /// Throws the errors of reading the safe folders.
  package func isTrusted() throws -> Bool { try storage.isTrusted() }

  /// Runs `body` under the exclusive lock: no other process reads or writes. First finishes a change that a crash interrupted. Runs `body` again if it
  /// made a change that had to be confirmed, because nothing is locked while okit asks.
  ///
  /// A dry run in a workspace that the user may only read runs it as a reader does. Throws an error of kind `busy` if another process holds the
  /// workspace for longer than the lock timeout.
  package func writing<Result>(_ body: () throws -> Result) throws -> Result {
    if isDryRun, access(storage.okitFolder.text, W_OK) != 0 {
      _ = try requireConfiguration()
      return try storage.reading(body)
    }
    do {
      return try storage.writing { try makingLocalCopies(body) }
    } catch let unkept as UnkeptChange where storage.heldLock == nil {
      try confirmUnkept?(unkept.reason)
      agreesToUnkept = true
      return try storage.writing { try makingLocalCopies(body) }
    } catch let missing as MissingLocalCopy where storage.heldLock == nil && !makesLocalCopies {
      guard let remoteEditing else { throw missing }
      // The edit may need more than one of them.
      return try remoteEditing.withLocalCopy(of: missing.model) { try writing(body) }
    }
  }

  /// Runs `body` with a data folder, which is created if there is none. A dry run creates nothing and counts a missing folder as empty.
  package func withDataFolder<Result>(_ body: () throws -> Result) throws -> Result {
    if !isDryRun {
      try storage.ensureFolder(storage.dataFolder)
    } else if try FileStatus.of(storage.dataFolder, followingLinks: true) == nil {
      scan?.storedModels = []
    }
    return try body()
  }

  /// Returns a new name for a temporary file or folder. A dry run creates none and therefore leaves no mark for other processes.
  package func stagedName() -> String { isDryRun ? StagedName.new() : storage.stagedName() }

  /// Returns the runner for hooks; nil if they must not run: in a dry run, and in a workspace that must not be changed.
  func hookRunner() throws -> (any ProgramRunner)? {
    guard !isDryRun, case .all(let runner) = programs, try isTrusted() else { return nil }
    return runner
  }

  /// Throws an error of kind `configuration` unless the workspace is trusted. An untrusted workspace must not be changed.
  package func requireTrusted() throws { try storage.requireTrusted() }
}
