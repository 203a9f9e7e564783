import Ciphers
import Definitions
package import OKitBackups
import OKitMigrations
package import OKitModels
import OKitStorage

/// What a workspace holds and whether it can be opened, at a glance.
package struct WorkspaceStatus: Sendable {
  /// Whether the keys at hand open a model.
  package enum Access: String, Sendable {
    /// It is not encrypted.
    case open
    /// A key at hand opens it.
    case opens
    /// The identity is there, but needs its passphrase.
    case passphrase
    /// No key at hand opens it.
    case locked
    /// Its content is damaged.
    case damaged
    /// It had a file and has none now, though nobody deleted it.
    case missing
  }

  /// One model.
  package struct Model: Sendable {
    /// Its name.
    package let name: ModelName
    /// Its class, where `okit.json` or a registration says it.
    package let className: String?
    /// Its kind, where known.
    package let kind: ModelKind?
    /// What its file is; nil where it is nothing that okit knows, or absent.
    package let form: StoredForm?
    /// Whether it can be read.
    package let access: Access?
    /// Bytes of its own file.
    package let size: Int64
    /// How many files lie in its folder.
    package let partials: Int
    /// What is wrong with it, in one line.
    package let problem: String?
  }

  /// The folder that holds `okit/`.
  package let root: String
  /// The id of the workspace; nil for a folder that was never made one.
  package let id: String?
  /// Why the definitions cannot be read, in one line; nil where they can.
  package let definitionsProblem: String?
  /// The reason why the record of stored models cannot be read, in one line; nil if it can. Without it, missing models go unnoticed.
  package let recordProblem: String?
  /// The models, by name.
  package let models: [Model]
  /// How many images and data files there are.
  package let attachments: Int
  /// Their size in bytes.
  package let attachmentSize: Int64
  /// Whom encrypted models are encrypted to.
  package let recipients: [String]
  /// Whether there is an identity.
  package let identity: Keyring.Presence
  /// Whether the framework's key is there.
  package let frameworkKey: Keyring.Presence
  /// The backups, newest first.
  package let backups: [BackupListing.Backup]
  /// How many files and folders with decrypted data `okit/export` holds.
  package let exported: Int

  /// Looks at `workspace`; asks for no passphrase.
  ///
  /// A model that cannot be read is told of in ``models``. Throws errors of kind `busy` (when a writer keeps the workspace for longer than
  /// the lock timeout) and `configuration` (okit.json cannot be understood), and `SystemError`.
  package init(of workspace: Workspace) throws {
    try workspace.storage.recoverIfAlone()
    self = try workspace.storage.reading {
      try WorkspaceStatus(workspace)
    }
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
    var count = 0
    var size: Int64 = 0
    for folder in [ModelName.imageFolder, ModelName.dataFolder] {
      for file in try workspace.attachmentFiles(in: folder) {
        count += 1
        size += try FileStatus.of(Path.join(workspace.storage.dataFolder, file))?.size ?? 0
      }
    }
    attachments = count
    attachmentSize = size
    backups = try BackupListing(workspace).backups
    exported = try FolderListing(workspace.storage.exportFolder).entries.count {
      !StagedName.matches($0.name) && !$0.name.isExactly(ExportRecord.fileName)
    }
  }

  private static func missing(
    _ name: ModelName, _ className: String?, _ kinds: ModelKinds, _ workspace: Workspace
  ) throws -> Model {
    Model(
      name: name, className: className, kind: kinds[name], form: nil, access: .missing, size: 0,
      partials: try partials(of: name, in: workspace), problem: ModelName.missingFile)
  }

  /// The number of files in a model's folder; 0 if a file is in its place.
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
          try reader.prove(file)
          access = form == .plain ? .open : .opens
        }
      } catch let error as OKitError where error.kind == .locked {
        access = .locked
        problem = error.message
      } catch let error as OKitError where error.kind == .malformed {
        access = .damaged
        problem = error.message
      } catch let error as SystemError {
        access = .damaged
        problem = error.description
      }
    }
    if problem == nil, let form { problem = kinds.mismatch(name, storedAs: form) }
    return Model(
      name: name, className: className, kind: kinds[name], form: form, access: access, size: size,
      partials: try partials(of: name, in: workspace), problem: problem)
  }
}
