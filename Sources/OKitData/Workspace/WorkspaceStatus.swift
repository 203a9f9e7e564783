import Ciphers
import Definitions
public import OKitBackups
import OKitMigrations
public import OKitModels
import OKitStorage

/// What a workspace holds and whether it can be opened, at a glance.
public struct WorkspaceStatus: Sendable {
  /// Whether the keys at hand open a model.
  public enum Access: String, Sendable {
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
  public struct Model: Sendable {
    /// Its name.
    public let name: ModelName
    /// Its class, where `okit.json` or a registration says it.
    public let className: String?
    /// Its kind, where known.
    public let kind: ModelKind?
    /// What its file is; nil where it is nothing that okit knows, or absent.
    public let form: StoredForm?
    /// Whether it can be read.
    public let access: Access?
    /// Bytes of its own file.
    public let size: Int64
    /// How many files lie in its folder.
    public let partials: Int
    /// What is wrong with it, in one line.
    public let problem: String?
  }

  /// The folder that holds `okit/`.
  public let root: String
  /// The id of the workspace; nil for a folder that was never made one.
  public let id: String?
  /// Why the definitions cannot be read, in one line; nil where they can.
  public let definitionsProblem: String?
  /// The reason why the record of stored models cannot be read, in one line; nil if it can. Without it, missing models go unnoticed.
  public let recordProblem: String?
  /// The models, by name.
  public let models: [Model]
  /// How many images and data files there are.
  public let attachments: Int
  /// Their size in bytes.
  public let attachmentSize: Int64
  /// Whom encrypted models are encrypted to.
  public let recipients: [String]
  /// Whether there is an identity.
  public let identity: Keyring.Presence
  /// Whether the framework's key is there.
  public let frameworkKey: Keyring.Presence
  /// The backups, newest first.
  public let backups: [BackupListing.Backup]
  /// How many files and folders with decrypted data `okit/export` holds.
  public let exported: Int

  /// Looks at `workspace`; asks for no passphrase.
  ///
  /// A model that cannot be read is told of in ``models``. Throws errors of kind `busy` (when a writer keeps the workspace for longer than
  /// the lock timeout) and `configuration` (okit.json cannot be understood), and `SystemError`.
  public init(of workspace: Workspace) throws {
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
