import Ciphers
import Definitions
import JSONDocument
package import OKitBackups
import OKitMigrations
package import OKitModels
import OKitStorage
import Restic

/// A summary of a workspace: its contents, and whether its models can be decrypted.
package struct WorkspaceStatus {
  /// The readability of a model with the available keys.
  package enum Access: String, Sendable {
    /// The model is not encrypted.
    case open
    /// An available key decrypts it.
    case opens
    /// The identity is available but requires its passphrase.
    case passphrase
    /// No available key decrypts it.
    case locked
    /// The content is damaged.
    case damaged
    /// The file cannot be opened or read, for example for lack of permission.
    case unreadable
    /// The file has disappeared although nobody deleted the model.
    case missing
  }

  /// A model of the workspace.
  package struct Model: Sendable {
    /// The name.
    package let name: ModelName
    /// The class according to `okit.json` or a registration; nil if it is unknown.
    package let className: String?
    /// The kind; nil if it is unknown.
    package let kind: ModelKind?
    /// The form of the main file; nil if the form is unknown or there is no file.
    package let form: StoredForm?
    /// The readability; nil if there is no file.
    package let access: Access?
    /// The size of the main file in bytes.
    package let size: Int64
    /// The number of files in its folder.
    package let partials: Int
    /// The problem with the model in one line; nil if there is none.
    package let problem: String?
  }

  /// The folder that contains `okit/`.
  package let root: FilePath
  /// The id of the workspace; nil for a data folder without `okit.json`.
  package let id: String?
  /// The reason why the definitions cannot be read, in one line; nil if they can.
  package let definitionsProblem: String?
  /// The reason why the record of stored models cannot be read, in one line; nil if it can. Without the record, missing models are not detected.
  package let recordProblem: String?
  /// The models, sorted by name.
  package let models: [Model]
  /// The number of image and data files.
  package let attachments: Int
  /// Their total size in bytes.
  package let attachmentSize: Int64
  /// The recipients that models are encrypted to.
  package let recipients: [String]
  /// The availability of an identity.
  package let identity: Keyring.Presence
  /// The availability of the framework's key.
  package let frameworkKey: Keyring.Presence
  /// The backups, newest first; nil if the backup folder may be on a disk that is not mounted.
  package let backups: [BackupListing.Recorded]?
  /// The location of the repository of backups, without a password, which is not asked; nil if there is none.
  package let repository: String?
  /// The models whose data does not match the definitions and migrations; empty if another problem hides them.
  package let modelsToMigrate: [ModelName]
  /// The reason why ``modelsToMigrate`` is unknown, in one line; nil if it is known, or if another problem is the reason.
  package let migrationsProblem: String?
  /// The number of files and folders with decrypted data in `okit/export`.
  package let exported: Int

  /// Examines `workspace`. Asks for no passphrase.
  ///
  /// ``models`` also contains unreadable models. Throws errors of kind `busy` (a writer holds the workspace for longer than the lock timeout) and
  /// `configuration` (`okit.json` is invalid), and `SystemError`.
  package init(of workspace: Workspace) throws {
    self = try workspace.storage.reading(recovering: true) { try WorkspaceStatus(workspace) }
  }

  private init(_ workspace: Workspace) throws {
    let configuration = workspace.configuration == nil ? nil : try workspace.currentConfiguration()
    root = workspace.root
    id = configuration?.id
    identity = try workspace.keyring.identityPresence()
    frameworkKey = try workspace.keyring.frameworkKeyPresence()
    recipients = configuration?.recipients.map(\.description) ?? []
    let known = configuration?.models ?? [:]
    let definitions: WorkspaceDefinitions
    do {
      definitions = try workspace.definitions(by: configuration, warns: false)
      definitionsProblem = definitions.definitions.problems.first?.warning
    } catch let error as OKitError {
      definitions = WorkspaceDefinitions(models: known)
      definitionsProblem = error.message
    }
    let kinds = try ModelKinds(workspace, definitions)
    let stored = Set(try workspace.storedModels())
    let expected = (known.keys + definitions.modelNames).filter { kinds[$0]?.hasFile == false }
    let reader = ModelReader(workspace)
    let protected = identity == .protected
    let missing: Set<ModelName>
    do {
      missing = Set(try workspace.missingModels(kinds))
      recordProblem = nil
    } catch let error as OKitError where error.kind == .configuration {
      missing = []
      recordProblem = error.message
    }
    models = try stored.union(expected).union(missing).sorted().map { name in
      if missing.contains(name) { return try Self.missing(name, definitions.className(of: name), kinds, workspace) }
      let className = definitions.className(of: name)
      return try Self.look(at: name, className, kinds, workspace, reader, isStored: stored.contains(name), protected)
    }
    let isComparable = id != nil && definitionsProblem == nil && recordProblem == nil
    (modelsToMigrate, migrationsProblem) = try isComparable ? Self.modelsToMigrate(workspace) : ([], nil)
    var count = 0
    var size: Int64 = 0
    for folder in AttachmentFile.folders {
      for file in try workspace.attachmentFiles(in: folder) {
        count += 1
        size += try FileStatus.of(workspace.storage.absolute(inData: file))?.size ?? 0
      }
    }
    attachments = count
    attachmentSize = size
    do {
      backups = try BackupPlaces(workspace).byCreation()
    } catch let error as OKitError where error.kind == .notFound {
      workspace.observer.warned(error.message)
      backups = nil
    }
    repository = workspace.configuration?.backup.repository.map { location in
      (try? RepositoryLocation(location, in: workspace.root))?.description
        ?? RepositoryLocation.withoutPassword(location)
    }
    exported = try FolderListing(workspace.storage.exportFolder).entries.count {
      !StagedName.matches($0.name) && !$0.name.isExactly(ExportRecord.fileName)
    }
  }

  /// Returns the models whose data does not match the definitions and migrations, or the reason why this is unknown.
  private static func modelsToMigrate(_ workspace: Workspace) throws -> (models: [ModelName], problem: String?) {
    do {
      return (try MigrationStatus(of: workspace).models.filter { $0.state == .pending }.map(\.name), nil)
    } catch let error as OKitError where error.kind == .configuration || error.kind == .malformed {
      return ([], error.message)
    }
  }

  private static func missing(
    _ name: ModelName, _ className: String?, _ kinds: ModelKinds, _ workspace: Workspace
  ) throws -> Model {
    Model(
      name: name, className: className, kind: kinds[name], form: nil, access: .missing, size: 0,
      partials: try partials(of: name, in: workspace), problem: ModelName.missingFile)
  }

  /// Returns the number of files in a model's folder; 0 if there is no folder.
  private static func partials(of name: ModelName, in workspace: Workspace) throws -> Int {
    let folder = ModelFiles.partialFolder(of: name)
    guard try FileStatus.of(workspace.storage.absolute(folder), followingLinks: true)?.kind == .folder else { return 0 }
    return try workspace.jsonFiles(in: folder).count
  }

  private static func look(
    at name: ModelName, _ className: String?, _ kinds: ModelKinds, _ workspace: Workspace, _ reader: ModelReader,
    isStored: Bool, _ identityIsProtected: Bool
  ) throws -> Model {
    var form: StoredForm?
    var access: Access?
    var size: Int64 = 0
    var problem: String?
    if isStored {
      do {
        let file = try workspace.storage.open(workspace.storage.absolute(ModelFiles.mainPath(of: name)))
        size = file.size
        form = try ModelReader.form(of: file)
        if form == .age, identityIsProtected {
          access = .passphrase
        } else {
          try reader.verify(file)
          access = form == .plain ? .open : .opens
        }
      } catch let error as OKitError where error.kind == .locked {
        access = .locked
        problem = error.message
      } catch let error as OKitError where error.kind == .malformed {
        access = .damaged
        problem = error.message
      } catch let error as SystemError {
        access = .unreadable
        problem = error.description
      }
    }
    if problem == nil, let form { problem = kinds.mismatch(name, storedAs: form)?.description }
    return Model(
      name: name, className: className, kind: kinds[name], form: form, access: access, size: size,
      partials: try partials(of: name, in: workspace), problem: problem)
  }
}
