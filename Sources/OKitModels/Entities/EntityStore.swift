import Bindings
import Definitions
package import JSONDocument
package import OKitStorage

/// The models of a workspace as one graph of entities. Each file is read when it is first needed, and kept.
package final class EntityStore {
  /// The workspace of the models.
  package let workspace: Workspace
  private(set) lazy var localization = Localization(workspace)
  private let reader: ModelReader
  /// True if the caller changes nothing.
  package let isReading: Bool
  /// Called before each file is read, so that the caller can require a lock from the second file on.
  private let willRead: (_ isFirst: Bool) throws -> Void
  /// Called with the name of a model before the store finds out if it exists. It throws if the caller must not learn anything about the model.
  package var requireAccess: (ModelName) throws -> Void = { _ in }
  private var documents: [ObjectIdentifier: ModelDocument] = [:]
  private var newDocuments: Set<ObjectIdentifier> = []
  private var mains: [ModelName: ModelDocument] = [:]
  private var partials: [WorkspacePath: ModelDocument] = [:]
  private var whole: [ModelName: ModelDocuments] = [:]
  private var knownClasses: EntityClasses?
  /// The enumerations that were compared so far, by their names.
  var knownEnumerations: [String: ComparedType] = [:]
  private var knownModels: [ModelName]?
  /// The models that ``models(_:_:)`` could not read.
  private var skipped = UnreadModels()
  /// The model of paths that do not name one; nil until it is needed.
  var knownStart: ModelName?
  /// The time that bindings take for the current one, in seconds since 2001-01-01T00:00:00Z.
  package let now: Double
  /// The documents that were used since the caller last reset it, including missing files.
  package var seen = DocumentDependencies()

  /// A store for `workspace` that has read nothing yet.
  ///
  /// - Parameters:
  ///   - isReading: True if the caller changes nothing. Missing definitions are then not an error.
  ///   - isLive: True if documents can be changed. All results then include the changes.
  ///   - kept: Documents to reuse if their files are unchanged.
  ///   - budget: A limit. With it, only the beginnings of documents are read.
  ///   - now: The time that bindings take for the current one; nil for the system's clock.
  ///   - willRead: Called before each file is read.
  package init(
    _ workspace: Workspace, isReading: Bool = true, isLive: Bool = false, kept: DocumentCache? = nil,
    budget: ReadingBudget? = nil, now: Double? = nil,
    willRead: @escaping (_ isFirst: Bool) throws -> Void = { _ in }
  ) {
    self.workspace = workspace
    self.isReading = isReading
    self.willRead = willRead
    self.now = now ?? DateText.now
    reader = ModelReader(workspace, isLive: isLive, kept: kept, budget: budget)
  }

  /// Returns the definitions of the entities.
  package func classes() throws -> EntityClasses {
    if let knownClasses { return knownClasses }
    let classes = try EntityClasses(workspace, isReading: isReading)
    knownClasses = classes
    return classes
  }

  /// Returns the document that contains `value`; nil if this store did not read it.
  package func document(of value: JSONValue) -> ModelDocument? { documents[ObjectIdentifier(value.document.outermost)] }

  /// Returns the place of `value`; nil if this store did not read it.
  package func place(of value: JSONValue) -> EntityPlace? {
    document(of: value).map { EntityPlace(document: $0, value: value) }
  }

  // MARK: - Reading

  /// Returns the model's own file.
  ///
  /// Throws an error of kind `notFound` if it does not exist, `unsupported` if models of this kind have no file, and the errors of reading it.
  package func main(_ name: ModelName) throws -> ModelDocument {
    seen.note(main: name)
    if let main = mains[name] { return main }
    try requireAccess(name)
    let path = ModelFiles.mainPath(of: name)
    try willRead(documents.isEmpty)
    guard let opened = try stored(name, at: path) else { throw try absence(of: name) }
    let main = ModelDocument(model: name, path: path, opened: opened)
    mains[name] = main
    documents[ObjectIdentifier(main.json)] = main
    return main
  }

  /// Returns a model's own file; nil if there is none, or if it is the copy that another command uses.
  private func stored(_ name: ModelName, at path: WorkspacePath) throws -> OpenedDocument? {
    if try workspace.isForeignCopy(name) { return nil }
    do {
      return try reader.document(path, followingLinks: true)
    } catch let error as SystemError where error.isMissing { return nil }
  }

  /// Returns the error for a model without a file.
  private func absence(of name: ModelName) throws -> any Error {
    guard let kind = try workspace.currentKind(of: name), !kind.hasFile else { return try workspace.noSuchModel(name) }
    if kind.isRemote, workspace.showsServers {
      return OKitError(
        .notFound, "model \(name) is not on its server", remedy: .words("run 'okit model create \(name)' to create it"))
    }
    if kind.isRemote, workspace.remoteEditing != nil, workspace.makesLocalCopies {
      return MissingLocalCopy(model: name)
    }
    return OKitError(
      .unsupported, "model \(name) has no file, because its kind is \(kind.rawValue)",
      remedy: kind.isRemote
        ? .words(
          "set 'endpoint' in okit/okit.json to its server, or run 'okit remote pull \(name)' to make a local copy")
        : nil)
  }

  /// Returns the partial of `standIn`; nil if it has no file, or if the id cannot be the name of one.
  package func partial(of standIn: EntityPlace) throws -> ModelDocument? {
    guard let key = standIn.value["id"]?.string, PathComponent.fault(of: key, ending: ".json") == nil else {
      return nil
    }
    let path = ModelFiles.partialPath(key, of: standIn.document.model)
    seen.note(path: path)
    if let partial = partials[path] { return partial }
    try requireAccess(standIn.document.model)
    // An entity without a partial needs no lock.
    if workspace.storage.heldLock == nil, try FileStatus.of(workspace.storage.absolute(path)) == nil { return nil }
    try willRead(false)
    try workspace.storage.requireNoLinkedFolder(on: path)
    do {
      let partial = ModelDocument(
        model: standIn.document.model, path: path, opened: try reader.document(path), standIn: standIn)
      note(partial)
      return partial
    } catch let error as SystemError where error.isMissing {
      return nil
    }
  }

  /// Returns the partials of all entities in the values at `places`, and those of entities in these partials, each once.
  package func partials(behind places: [EntityPlace]) throws -> [ModelDocument] {
    var found: [ModelDocument] = []
    var seen: Set<ObjectIdentifier> = []
    var open = places
    while let place = open.popLast() {
      try place.value.forEachEntity { entity, _ in
        guard let partial = try partial(of: EntityPlace(document: place.document, value: entity)),
          seen.insert(ObjectIdentifier(partial)).inserted
        else { return }
        found.append(partial)
        open.append(partial.root)
      }
    }
    return found
  }

  /// Returns all documents of the model `name`. An unreadable partial is omitted if `isTolerant` is true, and otherwise is an error.
  ///
  /// If live documents were changed, the result can be from before the change unless `afterChanges` is true.
  package func all(of name: ModelName, isTolerant: Bool = false, afterChanges: Bool = false) throws -> ModelDocuments {
    seen.note(whole: name)
    if let known = whole[name], !afterChanges, isTolerant || known.unread.isEmpty { return known }
    try requireAccess(name)
    try willRead(false)
    let model = try ModelDocuments(name, in: workspace, reader: reader, isTolerant: isTolerant) { path in
      partials[path] ?? mains[name].flatMap { $0.path == path ? $0 : nil }
    }
    whole[name] = model
    mains[name] = model.main
    documents[ObjectIdentifier(model.main.json)] = model.main
    for partial in model.all.dropFirst() { note(partial) }
    return model
  }

  /// Returns the documents of the model `name`. Unlike ``all(of:isTolerant:afterChanges:)``, it does not search a model without partials for their
  /// stand-ins and for attachments.
  package func documents(of name: ModelName) throws -> [ModelDocument] {
    let folder = workspace.storage.absolute(ModelFiles.partialFolder(of: name))
    return try FileStatus.of(folder) == nil ? [main(name)] : all(of: name).all
  }

  /// Returns all readable models, sorted by name, and records those that cannot be read.
  package func readableModels(afterChanges: Bool = false) throws -> (models: [ModelDocuments], unread: UnreadModels) {
    var unread = UnreadModels()
    let models = try workspace.observer.step("reading") {
      try workspace.storedModels().compactMap { name in
        try unread.collecting(name) { try all(of: name, afterChanges: afterChanges) }
      }
    }
    return (models, unread)
  }

  /// Returns the results of `body` for the named models, or for all readable models without names. Warns of models that were skipped. Their parts are
  /// missing in what a command shows if `isShown` is true.
  package func models<Element>(
    _ names: [ModelName], isShown: Bool = true, _ body: (ModelName) throws -> [Element]
  ) throws -> [Element] {
    try workspace.observer.step("reading") {
      if !names.isEmpty { return try names.flatMap(body) }
      // A model that was skipped is not read again if `body` runs again, for example after a program.
      let found = try workspace.storedModels().filter { !skipped.contains($0) }.flatMap { name in
        try skipped.collecting(name) { try body(name) } ?? []
      }
      for warning in skipped.warnings(isOmission: isShown) { workspace.observer.warned(of: warning) }
      return found
    }
  }

  /// True if ``models(_:_:)`` skipped a model.
  package var hasSkippedModels: Bool { !skipped.errors.isEmpty }

  /// Throws an error if `what`, which was not found, could be in a model that ``models(_:_:)`` skipped.
  package func requireNothingSkipped(_ what: String) throws { try skipped.require(what) }

  /// Returns the document at `path` in the workspace if it was already read.
  package func known(_ path: WorkspacePath) -> ModelDocument? {
    partials[path] ?? mains.values.first { $0.path == path }
  }

  private func note(_ partial: ModelDocument) {
    partials[partial.path] = partial
    documents[ObjectIdentifier(partial.json)] = partial
  }

  /// Adds a document that was read elsewhere as the own file of its model.
  package func adopt(main: ModelDocument) {
    mains[main.model] = main
    documents[ObjectIdentifier(main.json)] = main
  }

  /// Adds the document of a new partial.
  package func adopt(_ partial: ModelDocument) {
    newDocuments.insert(ObjectIdentifier(partial))
    note(partial)
  }

  /// All documents that were read, except those of new partials.
  package var readDocuments: [ModelDocument] {
    documents.values.filter { !newDocuments.contains(ObjectIdentifier($0)) }
  }

  /// The documents of new partials, sorted by path.
  package var newPartials: [ModelDocument] {
    documents.values.filter { newDocuments.contains(ObjectIdentifier($0)) }.sorted { $0.path < $1.path }
  }

  /// The changed documents, sorted by path.
  package var changedDocuments: [ModelDocument] {
    documents.values.filter(\.json.isChanged).sorted { $0.path < $1.path }
  }

  /// Discards all documents if one of the files changed. Returns true if it discarded them.
  @discardableResult
  func discardIfChanged() throws -> Bool {
    let isUnchanged = try documents.values.allSatisfy { document in
      let file = document.opened.file
      return try FileStatus.of(file.path, followingLinks: !document.isPartial)?.stamp == file.stamp
    }
    if isUnchanged { return false }
    documents = [:]
    mains = [:]
    partials = [:]
    whole = [:]
    knownModels = nil
    knownStart = nil
    skipped = UnreadModels()
    return true
  }

  // MARK: - Finding

  /// Returns the entity with this id. The search starts in the model `start`, continues in the others by name, and then in all partials.
  ///
  /// Returns nil if there is none. Throws an error of kind `locked` or `unreachable` if it is not found but some models cannot be read.
  package func entity(_ id: String, from start: ModelName) throws -> EntityPlace? {
    if let mainOfStart = mains[start], let entity = mainOfStart.entity(id) {
      seen.note(main: start)
      return entity
    }
    seen.noteEverything()
    var unread = UnreadModels()
    let stored = try knownModels ?? workspace.storedModels()
    knownModels = stored
    // A path can start in a model that does not exist, such as the default one.
    let names = stored.filter { $0 == start } + stored.filter { $0 != start }
    for name in names {
      if let entity = try unread.collecting(name, { try main(name).entity(id) }) { return entity }
    }
    for name in names where !unread.contains(name) {
      let entity = try unread.collecting(name) {
        try all(of: name).all.dropFirst().lazy.filter { $0.standIn?.value.isAttached ?? true }
          .compactMap { $0.entity(id) }.first
      }
      if let entity { return entity }
    }
    try unread.require("the entity \(PathComponent.printable(id))")
    return nil
  }
}

extension Workspace {
  /// Runs `body` with the models in one state, while no one can write. If a passphrase is needed, it is requested before the workspace is locked.
  package func readingEntities<Result>(_ body: (EntityStore) throws -> Result) throws -> Result {
    try storage.finishPendingChange()
    return try keyring.asking {
      try storage.reading { try body(EntityStore(self)) }
    }
  }

  /// Asks for the passphrase that reading the models needs, if any, before the workspace is locked.
  package func prepareKeys() throws { try keyring.prepareAsking { try storedForms() } }
}
