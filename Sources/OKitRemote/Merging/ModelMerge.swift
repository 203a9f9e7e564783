import Ciphers
import JSONDocument
import OKitModels
import OKitStorage

/// Merges what changed in a model here and on its server since their common state, document by document.
struct ModelMerge {
  /// What has to be done here.
  enum Change {
    /// The file becomes that of the server.
    case take
    /// The document gets the changes of the server, too.
    case merge(ModelDocument)
    /// The file is removed, as on the server.
    case remove
  }

  /// The changes to be made here, by the paths of files.
  private(set) var changes: [DataPath: Change] = [:]
  /// The files that were changed here since the common state.
  private(set) var changedHere: Set<DataPath> = []
  /// The files that were changed on the server since the common state.
  private(set) var changedThere: Set<DataPath> = []
  /// The conflicts, whatever is preferred.
  private(set) var conflicts: [RemoteConflict] = []

  private let workspace: Workspace
  private let local: LocalModel
  private let remote: RemoteModel
  private let common: CommonState
  private let preference: DocumentMerge.Preference?
  private var found: [(conflict: DocumentMerge.Conflict, own: ModelDocument, their: ModelDocument)] = []

  /// Compares a model here, on its server, and in their common state.
  ///
  /// Throws `locked` and `malformed` for documents that cannot be read.
  init(
    _ local: LocalModel, _ remote: RemoteModel, since common: CommonState, in workspace: Workspace,
    preferring preference: DocumentMerge.Preference?
  ) throws {
    self.workspace = workspace
    self.local = local
    self.remote = remote
    self.common = common
    self.preference = preference
    let documents = Set(local.documents.keys).union(remote.documents.keys)
      .union(common.files.keys.filter { ModelName(document: $0) != nil })
    for path in documents.sorted() { try mergeDocument(path) }
    let attachments = Set(local.attachments.keys).union(remote.attachments.keys)
      .union(common.files.keys.filter { ModelName(document: $0) == nil })
    for path in attachments.sorted() { mergeAttachment(path) }
    if !found.isEmpty { try nameConflicts() }
  }

  // MARK: - Documents

  private mutating func mergeDocument(_ path: DataPath) throws {
    let (base, own, their) = (common.files[path]?.content, local.files[path], remote.files[path]?.content)
    if own != base { changedHere.insert(path) }
    if their != base { changedThere.insert(path) }
    if their == base || own == their { return }
    if own == base { return changes[path] = their == nil ? .remove : .take }
    guard let ours = local.documents[path], let theirs = remote.documents[path] else {
      return conflict(path, isTheirs: their != nil)
    }
    if ours.json.root.isSame(as: theirs.json.root) { return }
    guard let base = try commonDocument(path) else { return conflict(path, isTheirs: true) }
    let live = ModelDocument(
      model: ours.model, path: ours.path,
      opened: OpenedDocument(file: ours.opened.file, form: ours.opened.form, document: ours.json.live()),
      standIn: ours.standIn)
    var merge = DocumentMerge(preferring: preference)
    do {
      try merge.merge(base: base.root, theirs: theirs.json.root, into: live.json.root)
    } catch {
      throw OKitError(.malformed, "\(ours.path): \(error)")
    }
    found += merge.conflicts.map { ($0, live, theirs) }
    if merge.hasChanged { changes[path] = .merge(live) }
  }

  private func commonDocument(_ path: DataPath) throws -> JSONDocument? {
    guard common.files[path] != nil else { return nil }
    let place = workspace.storage.absolute(CommonState.place(of: path, local.name))
    return try ModelReader(workspace).document(OpenFile(place)).document
  }

  /// Adds a conflict of a whole file.
  private mutating func conflict(_ path: DataPath, isTheirs: Bool) {
    conflicts.append(
      RemoteConflict(
        model: local.name, path: WorkspacePath(path).text, base: nil, ours: local.documents[path]?.json.root,
        theirs: remote.documents[path]?.json.root))
    if preference == .theirs { changes[path] = isTheirs ? .take : .remove }
  }

  /// Adds the conflicts of values with the paths of these.
  private mutating func nameConflicts() throws {
    let places = found.map { conflict, own, their in
      if let value = conflict.ours { return EntityPlace(document: own, value: value) }
      if let value = conflict.theirs { return EntityPlace(document: their, value: value) }
      return EntityPlace(document: own, value: conflict.container)
    }
    let paths = EntityPaths.paths(of: places, try EntityClasses(workspace, isReading: true, warns: false))
    for (found, path) in zip(found, paths) {
      conflicts.append(
        RemoteConflict(
          model: local.name, path: path, base: found.conflict.base, ours: found.conflict.ours?.snapshot,
          theirs: found.conflict.theirs))
    }
  }

  // MARK: - Attachments

  private mutating func mergeAttachment(_ path: DataPath) {
    let (base, own) = (common.files[path]?.content, local.attachments[path])
    let attachment = remote.attachments[path]
    // One that was only looked at may be any other version.
    let isUnknown = attachment != nil && attachment?.file == nil
    let their = attachment?.file?.content
    if own != base { changedHere.insert(path) }
    let isChangedThere = isUnknown || their != base
    if isChangedThere { changedThere.insert(path) }
    if !isChangedThere || own == their && !isUnknown { return }
    if own == base { return changes[path] = attachment == nil ? .remove : .take }
    conflicts.append(
      RemoteConflict(model: local.name, path: WorkspacePath(path).text, base: nil, ours: nil, theirs: nil))
    if preference == .theirs { changes[path] = attachment == nil ? .remove : .take }
  }
}
