import Definitions
package import JSONDocument
import OKitStorage

/// The models of a workspace as one net of entities: each file is read when it is first needed, and kept.
package final class EntityStore {
  package let workspace: Workspace
  private(set) lazy var localization = Localization(workspace)
  private let reader: ModelReader
  /// True if nothing is changed.
  package let isReading: Bool
  /// Asked before each file is read, so that a lock can be required from the second on.
  private let willRead: (_ isFirst: Bool) throws -> Void
  private var documents: [ObjectIdentifier: ModelDocument] = [:]
  private var newDocuments: Set<ObjectIdentifier> = []
  private var mains: [ModelName: ModelDocument] = [:]
  private var partials: [ExactText: ModelDocument] = [:]
  private var whole: [ModelName: ModelDocuments] = [:]
  private var knownClasses: EntityClasses?
  /// The names of the cases of all enumerations; none if the definitions cannot be read.
  private(set) lazy var caseNames: Set<String> = {
    Set((try? classes())?.definitions.enumerations.values.flatMap { $0.cases.map(\.name) } ?? [])
  }()
  private var knownModels: [ModelName]?
  /// The model of paths that name none, once it was needed.
  var knownStart: ModelName?
  /// What was looked at since it was last made empty, files that are not there included.
  package var seen = SeenDocuments()

  /// With `isReading`, for what changes nothing, definitions that are not there are none. With `isLive`, documents can be changed, and everything sees them as they are by then; with a `budget` only their beginnings are read.
  package init(
    _ workspace: Workspace, isReading: Bool = true, isLive: Bool = false, kept: KeptDocuments? = nil,
    budget: ReadingBudget? = nil,
    willRead: @escaping (_ isFirst: Bool) throws -> Void = { _ in }
  ) {
    self.workspace = workspace
    self.isReading = isReading
    self.willRead = willRead
    reader = ModelReader(workspace, isLive: isLive, kept: kept, budget: budget)
  }

  /// What definitions say of the entities.
  package func classes() throws -> EntityClasses {
    if let knownClasses { return knownClasses }
    let classes = try EntityClasses(workspace, isReading: isReading)
    knownClasses = classes
    return classes
  }

  /// The document that `value` is part of; nil where it was not read from here.
  package func document(of value: JSONValue) -> ModelDocument? { documents[ObjectIdentifier(value.document.outermost)] }

  /// The place of `value`; nil where it was not read from here.
  package func place(of value: JSONValue) -> EntityPlace? {
    document(of: value).map { EntityPlace(document: $0, value: value) }
  }

  // MARK: - Reading

  /// The own file of the model `name`.
  ///
  /// Throws an error of kind `notFound` where it has none, `unsupported` where its kind has none, and what reading it throws.
  package func main(_ name: ModelName) throws -> ModelDocument {
    seen.note(main: name)
    if let main = mains[name] { return main }
    let path = ModelFiles.mainPath(of: name)
    guard try FileStatus.of(workspace.storage.absolute(path)) != nil else {
      if let kind = try workspace.currentKind(of: name), !kind.hasFile {
        throw OKitError(.unsupported, "model \(name) has no file, because its kind is \(kind.rawValue)")
      }
      throw try workspace.noModel(name)
    }
    try willRead(documents.isEmpty)
    let main = ModelDocument(model: name, path: path, opened: try reader.document(path, followingLinks: true))
    mains[name] = main
    documents[ObjectIdentifier(main.json)] = main
    return main
  }

  /// The partial that `standIn` stands for; nil where it has no file, or an id that cannot name one.
  package func partial(of standIn: EntityPlace) throws -> ModelDocument? {
    guard let key = standIn.value["id"]?.string, PathComponent.fault(of: key, ending: ".json") == nil else {
      return nil
    }
    let folder = ModelFiles.partialFolder(of: standIn.document.model)
    let path = "\(folder)/\(key).json"
    seen.note(path: path)
    if let partial = partials[ExactText(path)] { return partial }
    try workspace.storage.requireNoLinkedFolder(on: path)
    guard try FileStatus.of(workspace.storage.absolute(path)) != nil else { return nil }
    try willRead(false)
    let partial = ModelDocument(
      model: standIn.document.model, path: path, opened: try reader.document(path), standIn: standIn)
    note(partial)
    return partial
  }

  /// The partials that entities at or in the values at `places` stand for, and those that entities in them stand for; each once.
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

  /// All documents of the model `name`; those of partials that cannot be read are left out where `isTolerant`, else that is an error.
  ///
  /// Where live documents were changed they may be those from before that, unless `afterChanges` is asked for.
  package func all(of name: ModelName, isTolerant: Bool = false, afterChanges: Bool = false) throws -> ModelDocuments {
    seen.note(whole: name)
    if let known = whole[name], !afterChanges, isTolerant || known.unread.isEmpty { return known }
    try willRead(false)
    let model = try ModelDocuments(name, in: workspace, reader: reader, isTolerant: isTolerant) { path in
      partials[ExactText(path)] ?? mains[name].flatMap { $0.path.isExactly(path) ? $0 : nil }
    }
    whole[name] = model
    mains[name] = model.main
    documents[ObjectIdentifier(model.main.json)] = model.main
    for partial in model.all.dropFirst() { note(partial) }
    return model
  }

  /// All models that can be read, by name; those that are locked or damaged are noted.
  package func readableModels(afterChanges: Bool = false) throws -> (models: [ModelDocuments], unread: UnreadModels) {
    var unread = UnreadModels()
    let models = try workspace.observer.step("reading") {
      try workspace.storedModels().compactMap { name in
        try unread.collecting(name) { try all(of: name, afterChanges: afterChanges) }
      }
    }
    return (models, unread)
  }

  /// What `body` makes of each of the named models, or of all that can be read; those that cannot are told to the observer.
  package func models<Element>(_ names: [ModelName], _ body: (ModelName) throws -> [Element]) throws -> [Element] {
    var unread = UnreadModels()
    let elements = try workspace.observer.step("reading") {
      if !names.isEmpty { return try names.flatMap(body) }
      return try workspace.storedModels().flatMap { name in try unread.collecting(name) { try body(name) } ?? [] }
    }
    for (name, error) in unread.errors { workspace.observer.warned("skipped model \(name): \(error.message)") }
    return elements
  }

  /// The document at `path` (relative to the workspace) where it was read.
  package func known(_ path: String) -> ModelDocument? {
    partials[ExactText(path)] ?? mains.values.first { $0.path.isExactly(path) }
  }

  private func note(_ partial: ModelDocument) {
    partials[ExactText(partial.path)] = partial
    documents[ObjectIdentifier(partial.json)] = partial
  }

  /// Takes over the document of a model, or of a part of it, as its own file.
  func adopt(main: ModelDocument) {
    mains[main.model] = main
    documents[ObjectIdentifier(main.json)] = main
  }

  /// Takes over the document of a partial that is new.
  package func adopt(_ partial: ModelDocument) {
    newDocuments.insert(ObjectIdentifier(partial))
    note(partial)
  }

  /// All documents that were read, but for those of partials that are new.
  package var readDocuments: [ModelDocument] {
    documents.values.filter { !newDocuments.contains(ObjectIdentifier($0)) }
  }

  /// The documents that were changed, by their path.
  package var changedDocuments: [ModelDocument] {
    documents.values.filter(\.json.isChanged).sorted { ExactText($0.path) < ExactText($1.path) }
  }

  /// Lets go of everything that was read, unless all files are still what they were; returns whether it did.
  @discardableResult
  func forgetWhatChanged() throws -> Bool {
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
    return true
  }

  // MARK: - Finding

  /// The entity of this id: looked for in the model `start`, then in the others by name, then in their partials.
  ///
  /// Nil where there is none. Throws an error of kind `locked` where there is none in what can be read, but some models cannot be.
  package func entity(_ id: String, from start: ModelName) throws -> EntityPlace? {
    if let mainOfStart = mains[start], let entity = mainOfStart.entity(id) {
      seen.note(main: start)
      return entity
    }
    seen.noteEverything()
    var unread = UnreadModels()
    let stored = try knownModels ?? workspace.storedModels()
    knownModels = stored
    // A path may start in a model that is not there, as the default one.
    let names = stored.filter { $0 == start } + stored.filter { $0 != start }
    for name in names {
      if let entity = try unread.collecting(name, { try main(name).entity(id) }) { return entity }
    }
    for name in names where !unread.contains(name) {
      let entity = try unread.collecting(name) {
        try all(of: name).all.dropFirst().lazy.filter { $0.standIn?.value.isThere ?? true }
          .compactMap { $0.entity(id) }.first
      }
      if let entity { return entity }
    }
    try unread.require("the entity \(PathComponent.printable(id))")
    return nil
  }
}
