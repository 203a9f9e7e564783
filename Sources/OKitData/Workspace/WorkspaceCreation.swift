import Ciphers
import Definitions
import Glibc
import JSONDocument
package import OKitBackups
import OKitMigrations
import OKitModels
package import OKitStorage

/// Creates workspaces.
package struct WorkspaceCreation {
  /// The initial content of a new workspace.
  package enum Origin {
    /// No models, or those of an existing `okit/data` folder.
    case empty
    /// A copy of a data folder.
    case dataFolder(FilePath)
    /// The contents of a backup.
    case backup(BackupOrigin)
  }

  /// A backup to create a workspace from.
  package struct BackupOrigin {
    let source: BackupSource
    let form: EncryptionPolicy.Choice
    /// True to take over all recipients and outside paths of the backup, even if anybody could have made it.
    let isTrusted: Bool
    /// Returns the keys of the backup and its models. The id of the workspace is nil until it is known.
    let unlock: (_ workspaceID: String?) throws -> BackupUnlock

    /// Names the backup. Unless it opens with a password or is `isTrusted`, its endpoint, recipients without an available identity, and
    /// paths outside of the workspace are left out.
    package init(
      _ source: BackupSource, form: EncryptionPolicy.Choice = .recorded, isTrusted: Bool = false,
      unlock: @escaping (_ workspaceID: String?) throws -> BackupUnlock
    ) {
      self.source = source
      self.form = form
      self.isTrusted = isTrusted
      self.unlock = unlock
    }
  }

  private let root: FilePath
  let observer: any Observer
  private let system: FileSystem
  var okitFolder: FilePath { WorkspaceLayout.folder.absolute(in: root) }

  /// Prepares a workspace in the folder `root`, an absolute path. The folder is created if it is missing.
  package init(
    _ root: FilePath, observer: any Observer = SilentObserver(), calls: any FileSystemCalls = LiveFileSystemCalls()
  ) {
    self.root = root
    self.observer = observer
    system = FileSystem(calls: calls)
  }

  /// True if there already is a workspace.
  package var workspaceExists: Bool {
    get throws { try FileStatus.of(okitFolder.appending(Configuration.fileName)) != nil }
  }

  /// Creates the workspace in one step. Returns descriptions of the settings that were left out because anybody could have made the backup.
  ///
  /// `definitions` are paths of Swift files, absolute or relative to the workspace. The models that they register are recorded. Throws errors of
  /// kind `exists`, `notFound` (no data folder or backup), `configuration` (no Swift file at a path), `malformed` (a Swift file that cannot be
  /// parsed), and those of reading a backup. In each case nothing is left behind.
  @discardableResult
  package func create(_ origin: Origin, definitions paths: [String] = []) throws -> [String] {
    let definitions = try appDefinitions(paths)
    let isNewRoot = try system.ensureFolder(root)
    do {
      // There is no workspace with a lock file yet, so the lock is on the folder itself.
      let lock = try WorkspaceLock(folder: root)
      defer { withExtendedLifetime(lock) {} }
      try StagedName.sweep(root, of: .nobody, system)
      if case .empty = origin, try FileStatus.of(okitFolder, followingLinks: true) != nil {
        try adoptExistingFolder(definitions)
        return []
      }
      return try createFolder(origin, definitions)
    } catch {
      if isNewRoot { try? system.removeFolder(root) }
      throw error
    }
  }

  func appDefinitions(_ paths: [String]) throws -> AppDefinitions? {
    try paths.isEmpty ? nil : AppDefinitions(paths: paths.map(portable), in: root)
  }

  /// Returns the path without links and detours. It is relative if it lies in the workspace, so that both can move together.
  private func portable(_ path: String) -> String {
    let resolved = FilePath(path, in: root).resolvingExistingPrefix
    return resolved.part(after: root.resolvingExistingPrefix) ?? resolved.text
  }

  // MARK: - Adopting an existing folder

  private func adoptExistingFolder(_ definitions: AppDefinitions?) throws {
    try StagedName.sweep(okitFolder, of: .nobody, system)
    let ignore = okitFolder.appending(Self.ignoreName)
    let data = okitFolder.appending("data")
    var created: [FilePath] = []
    var createdFolders: [FilePath] = []
    func ensureFolder(_ path: FilePath) throws {
      if try FileStatus.of(path) == nil { createdFolders.append(path) }
      try system.ensureFolder(path)
    }
    do {
      try ensureFolder(data)
      if try FileStatus.of(ignore) == nil {
        try writeIntoPlace(Self.ignored, at: ignore)
        created.append(ignore)
      }
      if let bytes = try applied(definitions, to: data) {
        let applied = AppliedDefinitions.path.absolute(in: root)
        try ensureFolder(applied.parent)
        // An existing record is more precise.
        if try FileStatus.of(applied) == nil {
          try writeIntoPlace(bytes, at: applied)
          created.append(applied)
        }
      }
      // okit.json makes the folder a workspace, so it comes last.
      try writeIntoPlace(Self.configuration(definitions), at: okitFolder.appending(Configuration.fileName))
    } catch {
      for path in created { try? system.removeFile(path) }
      for path in createdFolders { try? system.removeFolder(path) }
      throw error
    }
  }

  /// Returns the record of the models in an adopted data folder; nil if there are none.
  ///
  /// It records that the models exist. It also records the definitions of the models whose unencrypted files conform to them. Encrypted files count
  /// as conforming, because no key is available. Unreadable definitions are ignored unless the caller named them.
  private func applied(_ definitions: AppDefinitions?, to data: FilePath) throws -> [UInt8]? {
    let models = try FolderListing(data).modelNames
    guard !models.isEmpty else { return nil }
    let known = definitions?.known ?? (try? WorkspaceDefinitions(patterns: [], in: root))
    var applied = AppliedDefinitions()
    applied.storedModels = Set(models)
    try applied.record(models, by: known, migration: MigrationNumber.highest(in: root), observer: observer) {
      try fits($0, in: data, $1)
    }
    return applied.isEmpty ? nil : applied.text
  }

  /// True if the unencrypted files of the model `name` in the data folder `data` conform to its definitions.
  private func fits(_ name: ModelName, in data: FilePath, _ snapshot: ModelSnapshot) throws -> Bool {
    do {
      let file = try OpenFile(data.appending(DataPath(mainOf: name)), followingLinks: true)
      guard try ModelReader.formIfKnown(of: file)?.isEncrypted != true else { return true }
      return try snapshot.fits(JSONDocument(parsing: file.contents(), path: file.path)) { id in
        let path = data.appending(DataPath(partial: id, of: name))
        guard PathComponent.fault(of: id, ending: ".json") == nil, try FileStatus.of(path)?.kind == .file else {
          return nil
        }
        let partial = try OpenFile(path)
        guard try ModelReader.formIfKnown(of: partial)?.isEncrypted != true else { return nil }
        return try JSONDocument(parsing: partial.contents(), path: partial.path)
      }
    } catch  where UnreadPartial.isTolerable(error) {
      return false
    }
  }

  /// Writes a file completely or not at all.
  private func writeIntoPlace(_ bytes: [UInt8], at path: FilePath) throws {
    let staged = okitFolder.appending(StagedName.new())
    do {
      try naming(path, for: staged) {
        try write(bytes, to: staged)
        try system.renameIntoPlace(staged, path)
      }
    } catch {
      try? system.removeFile(staged)
      throw error
    }
  }

  // MARK: - Creating the folder

  private func createFolder(_ origin: Origin, _ definitions: AppDefinitions?) throws -> [String] {
    guard try FileStatus.of(okitFolder) == nil else {
      throw OKitError(.exists, "\(okitFolder) already exists")
    }
    let staged = root.appending(StagedName.new())
    do {
      return try naming(okitFolder, for: staged) {
        try system.createFolder(staged, mode: 0o777)
        let omittedSettings = try fill(staged, origin, definitions)
        try system.flushFileSystem(of: staged)
        try system.renameIntoPlace(staged, okitFolder)
        return omittedSettings
      }
    } catch {
      try? system.removeTree(staged)
      throw error
    }
  }

  /// Fills the staged folder. Returns descriptions of the settings that were left out.
  private func fill(_ staged: FilePath, _ origin: Origin, _ definitions: AppDefinitions?) throws -> [String] {
    var omittedSettings: [String] = []
    switch origin {
    case .empty:
      try write(Self.configuration(definitions), to: staged.appending(Configuration.fileName))
      try system.createFolder(staged.appending("data"))
    case .dataFolder(let path):
      let source = try DataFolderSearch.find(in: path)
      try MisplacedFile.requireNone(in: source)
      try write(Self.configuration(definitions), to: staged.appending(Configuration.fileName))
      try copy(source, to: staged.appending("data"))
      if let bytes = try applied(definitions, to: staged.appending("data")) {
        try system.ensureFolder(staged.appending("model"))
        try write(bytes, to: staged.appending(AppliedDefinitions.pathInBackup))
      }
    case .backup(let origin):
      omittedSettings = try restore(origin, definitions, into: staged)
    }
    try system.ensureFolder(staged.appending("model"))
    let ignore = staged.appending(Self.ignoreName)
    if try FileStatus.of(ignore) == nil { try write(Self.ignored, to: ignore) }
    return omittedSettings
  }

  private func copy(_ folder: FilePath, to target: FilePath) throws {
    try observer.step("copying") {
      try system.copyTree(folder, to: target) { skipped in
        observer.warned("skipped \(skipped): neither a file nor a folder")
      } progress: {
        try observer.advanced(byBytes: $0)
      }
    }
  }

  private func restore(_ origin: BackupOrigin, _ definitions: AppDefinitions?, into staged: FilePath) throws -> [String]
  {
    let (reader, keyring) = try open(origin)
    let own = try ownRecipients(origin, reader, keyring)
    let data = try StagedData(
      staged.appending("data"), notingNames: false, keyring: keyring, system: system, observer: observer,
      isDryRun: false)
    let form = EncryptionPolicy(choice: origin.form, takesRecipients: own == nil)
    var hasConfiguration = false
    var applied: JSONBytes?
    var omittedSettings: [String] = []
    try observer.step("restoring", totalBytes: reader.manifest.totalSize) {
      try form.stage(reader, in: data) { path, bytes in
        var bytes = bytes
        if path == BackupManifest.configuration {
          hasConfiguration = true
          (bytes, omittedSettings) = try configuration(bytes, of: reader, origin.form, definitions, own: own)
        }
        guard try AppliedDefinitions.canTakeOver(bytes, at: path, of: origin.source.description, observer: observer)
        else {
          return
        }
        if path == AppliedDefinitions.pathInBackup {
          applied = bytes
          return
        }
        try makeFolders(path.parent, in: staged)
        let target = try system.createFile(staged.appending(path), mode: 0o666)
        try bytes.withUnsafeBytes { try target.write($0) }
      }
    }
    guard hasConfiguration else { throw OKitError(.malformed, "\(origin.source) contains no okit.json") }
    data.warnOfDamage(of: data.models, from: reader.name)
    let record = try AppliedDefinitions.restored(applied, ofBackup: origin.source.description) { $0.union(data.models) }
    guard let record else { return omittedSettings }
    try makeFolders(AppliedDefinitions.pathInBackup.parent, in: staged)
    try write(record, to: staged.appending(AppliedDefinitions.pathInBackup))
    return omittedSettings
  }

  /// Opens a backup and the required keys.
  func open(_ origin: BackupOrigin) throws -> (BackupReader, Keyring) {
    let reader = try BackupReader(origin.source, unlock: origin.unlock(nil))
    try reader.requireSealed()
    let keyring = try origin.unlock(reader.manifest.workspace).keyring
    try keyring.prepare(for: Set(reader.manifest.files.map(\.form)))
    return (reader, keyring)
  }

  /// Returns the recipients that an untrusted backup may bring along; nil if the backup is trusted with all of them.
  func ownRecipients(_ origin: BackupOrigin, _ reader: BackupReader, _ keyring: Keyring) throws -> [X25519Recipient]? {
    // Asks for no passphrase: identities behind one do not count, because missing recipients are easy to add later.
    try reader.isAuthenticated || origin.isTrusted ? nil : keyring.identityRecipients() ?? []
  }

  /// Returns the configuration of a workspace created from a backup, with the recipients that its models are encrypted to now. `own` are the
  /// recipients that an untrusted backup may bring along.
  func configuration(
    _ bytes: JSONBytes, of reader: BackupReader, _ form: EncryptionPolicy.Choice, _ definitions: AppDefinitions?,
    own: [X25519Recipient]?
  ) throws -> (JSONBytes, omittedSettings: [String]) {
    let configuration = try Configuration(parsing: bytes, path: "\(reader.name): \(Configuration.fileName)")
    var edit = ConfigurationEdit(configuration)
    var omittedSettings: [String] = []
    let paths = reader.manifest.definitions ?? configuration.definitions
    if paths != configuration.definitions { edit.setDefinitions(paths) }
    var chosen: [X25519Recipient]?
    if case .recipients(let recipients) = form { chosen = recipients }
    if let own {
      let untrusted = UntrustedConfiguration(
        configuration, root: root, own: chosen == nil ? own : configuration.recipients,
        definitions: definitions == nil ? paths : [])
      leaveOut(untrusted, configuration, &edit, own: own, paths)
      omittedSettings = untrusted.descriptions(of: configuration)
    }
    if let chosen { edit.setRecipients(chosen) }
    if let definitions {
      edit.setDefinitions(definitions.paths)
      for model in definitions.models {
        edit.setClass(model.className, of: model.name)
        if let kind = model.kind { edit.setKind(kind, of: model.name) }
      }
    }
    return (try edit.bytes() ?? bytes, omittedSettings)
  }

  private func leaveOut(
    _ untrusted: UntrustedConfiguration, _ configuration: Configuration, _ edit: inout ConfigurationEdit,
    own: [X25519Recipient], _ definitions: [String]
  ) {
    if !untrusted.recipients.isEmpty { edit.setRecipients(configuration.recipients.filter(own.contains)) }
    if untrusted.backupFolder != nil { edit.removeBackupFolder() }
    if untrusted.hasEndpoint { edit.removeEndpoint() }
    if !untrusted.definitions.isEmpty {
      edit.setDefinitions(definitions.filter { path in !untrusted.definitions.contains { $0.isExactly(path) } })
    }
  }

  private func makeFolders(_ path: BackupPath, in folder: FilePath) throws {
    guard path != "." else { return }
    try makeFolders(path.parent, in: folder)
    try system.ensureFolder(folder.appending(path))
  }

  // MARK: - Files

  private static func configuration(_ definitions: AppDefinitions?) -> [UInt8] {
    var writer = JSONWriter(pretty: true)
    writer.object { writer in
      writer.member("version", Configuration.currentVersion)
      writer.member("id", UUIDText.new())
      writer.object("models") { writer in
        for model in definitions?.models ?? [] {
          writer.object(model.name.description) { writer in
            writer.member("class", model.className)
            if let kind = model.kind { writer.member("kind", kind.rawValue) }
          }
        }
      }
      writer.array("recipients") { _ in }
      writer.member("cipher", Configuration.Cipher.age.rawValue)
      if let definitions {
        writer.array("definitions", of: definitions.paths)
      }
    }
    return writer.bytes + [UInt8(ascii: "\n")]
  }

  /// The files that git should ignore because they belong to one machine.
  private static let ignored = Array(
    ".lock\n\(LastBackup.fileName)\n\(LastBackup.otherPrefix)*.json\n\(KeptVerifications.path.name)\nexport/\nbackup/\n\(MigrationHistory.fileName)\n"
      .utf8)
  private static let ignoreName = ".gitignore"

  private func write(_ bytes: [UInt8], to path: FilePath) throws {
    let file = try system.createFile(path, mode: 0o666)
    try bytes.withUnsafeBytes { try file.write($0) }
    try file.flush()
  }
}
