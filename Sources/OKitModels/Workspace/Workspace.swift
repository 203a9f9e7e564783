import JSONDocument
package import OKitStorage

/// A folder whose `okit/` holds models, their definitions, backups and exports.
package final class Workspace {
  /// Its files.
  package let storage: Storage
  /// What `okit/okit.json` says; nil for a data folder that was never made a workspace, which can only be read.
  package let configuration: Configuration?
  /// The keys that open its encrypted models.
  package let keyring: Keyring
  /// Who reads what its values say.
  package let reader: Reader
  /// Runs the hooks of the workspace; without it none is run.
  package var hookRunner: (any ProgramRunner)?
  /// Whether operations go only as far as to find out what they would change: they check, ask and report as otherwise, but store nothing and run no program.
  package let isDryRun: Bool
  /// Keeps what changes take away.
  package let safetyBackups: any SafetyBackups
  /// `okit.json` as it was read last.
  private var latestConfiguration: Configuration?
  /// `okit/model/applied.json` as it was read last.
  var latestApplied: AppliedDefinitions?
  /// Small plain documents as they were read last, by their absolute paths: settings are needed before they are read as a model.
  var smallDocuments: [ExactText: OpenedDocument] = [:]
  /// True once the observer was warned that the definitions are missing.
  var hasWarnedOfDefinitions = false
  /// True once the observer was warned that dates cannot be written in the reader's language.
  var hasWarnedOfDates = false
  /// Called before an edit removes more than ten entities, with their number; throwing stops the edit. Nothing is locked meanwhile. Nil asks nobody.
  package var confirmRemoval: ((_ entities: Int) throws -> Void)?

  /// Opens the workspace in the folder `root`; texts and dates in values are those for `reader`.
  ///
  /// `keys` gives the keys of a workspace with this configuration. Operations throw an error
  /// of kind `busy` if another process keeps the workspace locked for longer than `lockTimeout`.
  ///
  /// Throws an error of kind `notFound` where there is neither `okit/okit.json` nor `okit/data`, and of kind `configuration` where
  /// `okit.json` cannot be understood, and if the data lie behind a link that `trust` does not allow. Throws what `keys` throws.
  package init(
    at root: String, keys: (Configuration?) throws -> Keyring, lockTimeout: Duration, reader: Reader,
    observer: any Observer,
    dryRun: Bool, trust: Trust, calls: any FileSystemCalls, safetyBackups: any SafetyBackups
  ) throws {
    self.reader = reader
    isDryRun = dryRun
    self.safetyBackups = safetyBackups
    let path = Path.join(root, WorkspaceLayout.configuration)
    configuration = try FileStatus.of(path) == nil ? nil : Configuration(reading: path)
    guard configuration != nil || Self.exists(at: root) else {
      throw OKitError(.notFound, "no workspace in \(root)", remedy: .initialize)
    }
    latestConfiguration = configuration
    keyring = try keys(configuration)
    storage = try Storage(
      at: root, id: configuration?.id, configuredBackupFolder: configuration?.backup.folder, lockTimeout: lockTimeout,
      observer: observer, trust: trust, calls: calls)
  }

  /// The folder that holds `okit/`, absolute.
  package var root: String { storage.root }
  package var observer: any Observer { storage.observer }
  /// The folder of backups: as configured, else `okit/backup`.
  package var backupFolder: String { storage.backupFolder }

  /// The same workspace as it is now, opened again: its folders may be elsewhere, and its configuration another.
  package func reopened(dryRun: Bool? = nil) throws -> Workspace {
    try Workspace(
      at: root, keys: { _ in keyring }, lockTimeout: storage.lockTimeout, reader: reader, observer: observer,
      dryRun: dryRun ?? isDryRun, trust: storage.trust, calls: storage.system.calls, safetyBackups: safetyBackups)
  }

  /// Whether the folder `root` is a workspace, or holds the data of one.
  package static func exists(at root: String) -> Bool {
    let configuration = try? FileStatus.of(Path.join(root, WorkspaceLayout.configuration))
    if configuration != nil { return true }
    return (try? FileStatus.of(Path.join(root, WorkspaceLayout.data), followingLinks: true))?.kind == .folder
  }

  /// The workspace that the absolute folder `start` is in: itself or the nearest folder above it.
  package static func root(above start: String) -> String? {
    var folder = start
    while true {
      if exists(at: folder) { return folder }
      guard folder != "/" else { return nil }
      folder = Path.parent(of: folder)
    }
  }

  /// What `okit.json` says. Throws an error of kind `configuration` in a folder that was never made a workspace.
  package func requireConfiguration() throws -> Configuration {
    try storage.requireOwner()
    guard let configuration else { preconditionFailure("a workspace without a configuration has no owner") }
    return configuration
  }
}

extension Workspace {
  /// What `okit.json` says by now: another process may have changed it before there was a lock.
  package func currentConfiguration() throws -> Configuration {
    _ = try requireConfiguration()
    let stamp = try FileStatus.of(storage.configurationPath)?.stamp
    if let latestConfiguration, latestConfiguration.snapshot?.stamp == stamp { return latestConfiguration }
    let configuration = try Configuration(reading: storage.configurationPath)
    latestConfiguration = configuration
    return configuration
  }
}

extension Workspace {
  /// True if the workspace belongs to the caller or root, or lies in a safe folder.
  ///
  /// Throws what reading the safe folders throws.
  package func isTrusted() throws -> Bool { try storage.isTrusted() }

  /// Runs hooks and the programs of migrations; nil if none is to run: in a dry run, and in a workspace that may not be written to.
  package func programRunner() throws -> (any ProgramRunner)? {
    guard !isDryRun, let hookRunner, try isTrusted() else { return nil }
    return hookRunner
  }

  /// Throws an error of kind `configuration` unless the workspace is trusted; nothing may be written to it then.
  package func requireTrusted() throws { try storage.requireTrusted() }
}
