import Bindings
import Definitions
import JSONDocument

/// The models of a workspace as one net of entities: each file is read when it is first needed, and kept.
final class EntityStore {
  let workspace: Workspace
  private let reader: ModelReader
  /// Asked before each file is read, so that a lock can be required from the second on.
  private let willRead: (_ isFirst: Bool) throws -> Void
  private var documents: [ObjectIdentifier: ModelDocument] = [:]
  private var mains: [ModelName: ModelDocument] = [:]
  private var partials: [ExactText: ModelDocument] = [:]
  private var whole: [ModelName: ModelDocuments] = [:]
  private var knownClasses: EntityClasses?

  init(_ workspace: Workspace, keyring: Keyring, willRead: @escaping (_ isFirst: Bool) throws -> Void = { _ in }) {
    self.workspace = workspace
    self.willRead = willRead
    reader = ModelReader(workspace, keyring: keyring)
  }

  /// What definitions say of the entities.
  func classes() throws -> EntityClasses {
    if let knownClasses { return knownClasses }
    let classes = try EntityClasses(workspace)
    knownClasses = classes
    return classes
  }

  /// The document that `value` is part of; nil where it was not read from here.
  func document(of value: JSONValue) -> ModelDocument? { documents[ObjectIdentifier(value.document)] }

  /// The place of `value`; nil where it was not read from here.
  func place(of value: JSONValue) -> EntityPlace? {
    document(of: value).map { EntityPlace(document: $0, value: value) }
  }

  // MARK: - Reading

  /// The own file of the model `name`.
  ///
  /// Throws an error of kind `notFound` where it has none, `unsupported` where its kind has none, and what reading it throws.
  func main(_ name: ModelName) throws -> ModelDocument {
    if let main = mains[name] { return main }
    let path = ModelFiles.mainPath(of: name)
    guard try FileStatus.of(workspace.absolute(path)) != nil else {
      if let kind = try workspace.currentKind(of: name), !kind.hasFile {
        throw OKitError(.unsupported, "model \(name) is of kind \(kind.rawValue), which has no file here")
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
  func partial(of standIn: EntityPlace) throws -> ModelDocument? {
    guard let key = standIn.value["id"]?.string, PathComponent.fault(of: key, ending: ".json") == nil else {
      return nil
    }
    let folder = ModelFiles.partialFolder(of: standIn.document.model)
    let path = "\(folder)/\(key).json"
    if let partial = partials[ExactText(path)] { return partial }
    try workspace.requireNoLinkedFolder(on: path)
    guard try FileStatus.of(workspace.absolute(path)) != nil else { return nil }
    try willRead(false)
    let partial = ModelDocument(
      model: standIn.document.model, path: path, opened: try reader.document(path), standIn: standIn)
    note(partial)
    return partial
  }

  /// All documents of the model `name`.
  func all(of name: ModelName) throws -> ModelDocuments {
    if let known = whole[name] { return known }
    try willRead(false)
    let model = try ModelDocuments(name, in: workspace, reader: reader) { path in
      partials[ExactText(path)] ?? mains[name].flatMap { $0.path.isExactly(path) ? $0 : nil }
    }
    whole[name] = model
    mains[name] = model.main
    documents[ObjectIdentifier(model.main.json)] = model.main
    for partial in model.all.dropFirst() { note(partial) }
    return model
  }

  private func note(_ partial: ModelDocument) {
    partials[ExactText(partial.path)] = partial
    documents[ObjectIdentifier(partial.json)] = partial
  }

  /// Lets go of everything that was read, unless all files are still what they were.
  func forgetWhatChanged() throws {
    let isUnchanged = try documents.values.allSatisfy { document in
      let file = document.opened.file
      return try FileStatus.of(file.path, followingLinks: !document.isPartial)?.stamp == file.stamp
    }
    if isUnchanged { return }
    documents = [:]
    mains = [:]
    partials = [:]
    whole = [:]
  }

  // MARK: - Finding

  /// The entity of this id: looked for in the model `start`, then in the others by name, then in their partials.
  ///
  /// Nil where there is none. Throws an error of kind `locked` where there is none in what can be read, but some models cannot be.
  func entity(_ id: String, from start: ModelName) throws -> EntityPlace? {
    if let mainOfStart = mains[start], let entity = mainOfStart.entity(id) { return entity }
    var unread = UnreadModels()
    let names = [start] + (try workspace.storedModels().filter { $0 != start })
    for name in names {
      if let entity = try unread.collecting(name, { try main(name).entity(id) }) { return entity }
    }
    for name in names where !unread.contains(name) {
      let entity = try unread.collecting(name) {
        try all(of: name).all.dropFirst().lazy.compactMap { $0.entity(id) }.first
      }
      if let entity { return entity }
    }
    try unread.require("the entity \(PathComponent.printable(id))")
    return nil
  }
}

/// Models that could not be read while something was looked for.
struct UnreadModels {
  private(set) var errors: [(name: ModelName, error: OKitError)] = []

  func contains(_ name: ModelName) -> Bool { errors.contains { $0.name == name } }

  /// What `body` gives; nil where the model `name` is locked or damaged, which is remembered.
  mutating func collecting<Result>(_ name: ModelName, _ body: () throws -> Result?) throws -> Result? {
    do {
      return try body()
    } catch let error as OKitError where [.locked, .malformed, .unsupported].contains(error.kind) {
      errors.append((name, error))
      return nil
    }
  }

  /// Throws where `what` was not found, but could be in a model that was not read.
  func require(_ what: String) throws {
    let locked = errors.filter { $0.error.kind == .locked }
    if let first = locked.first {
      let names = locked.map { PathComponent.printable($0.name.description) }.joined(separator: ", ")
      throw OKitError(
        .locked, "\(what) is not in what can be read, and \(names) cannot be decrypted", remedy: first.error.remedy)
    }
    if let damaged = errors.first(where: { $0.error.kind == .malformed }) { throw damaged.error }
  }
}
