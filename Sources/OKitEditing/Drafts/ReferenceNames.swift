import JSONDocument
import OKitModels
import OKitStorage

/// The names by which the references in a draft show their entities.
final class ReferenceNames {
  private let session: EditSession
  /// The entities by their names, for each array or dictionary that contains some.
  private var known: [JSONValue: [ExactText: [String]]] = [:]

  init(_ session: EditSession) { self.session = session }

  private var store: EntityStore { session.store }

  /// Returns the name of an entity; nil if it has none.
  static func name(of entity: JSONValue) -> String? {
    ["name", "title", "label"].lazy.compactMap { entity[$0]?.string }.first { !$0.isEmpty }
  }

  // MARK: - Showing

  /// Returns the text for a reference, and a remark. The text is the name of its entity, or the id if the entity has no name of its own.
  func shown(_ reference: JSONValue) -> (text: String, remark: String?) {
    guard let id = reference["refKey"]?.string, !id.isEmpty else { return ("", "refers to no entity") }
    let entity: JSONValue?
    do {
      entity = try self.entity(id, near: reference)
    } catch {
      return (id, "its entity could not be read")
    }
    guard let entity else { return (id, "no entity has this id") }
    guard let name = Self.name(of: entity) else { return (id, nil) }
    guard let container = entity.parent, names(in: container)[ExactText(name)]?.count == 1 else {
      return (id, PathComponent.printable(name))
    }
    return (name, "id \(id)")
  }

  private func entity(_ id: String, near value: JSONValue?) throws -> JSONValue? {
    try store.entity(id, from: value.flatMap(store.document)?.model ?? session.model)?.value
  }

  private func names(in container: JSONValue) -> [ExactText: [String]] {
    if let names = known[container] { return names }
    var names: [ExactText: [String]] = [:]
    func add(_ entity: JSONValue) {
      guard let id = entity["id"]?.string, !id.isEmpty, let name = Self.name(of: entity) else { return }
      names[ExactText(name), default: []].append(id)
    }
    for entity in container.elements { add(entity) }
    for (_, entity) in container.members { add(entity) }
    known[container] = names
    return names
  }

  // MARK: - Finding

  /// Returns references that stand where a new one would: in the same property of the objects beside its object, and in the same array.
  static func samples(of key: String?, near value: JSONValue?) -> [JSONValue] {
    guard let value else { return [] }
    if value.kind == .array { return references(in: value) + samples(of: value.key?.string, near: value.parent) }
    guard let key, let siblings = value.parent else { return [] }
    // Further ones would hardly refer to entities of other places.
    return siblings.elements.prefix(100).flatMap { sibling -> [JSONValue] in
      guard let found = sibling[key] else { return [] }
      return found.kind == .array ? references(in: found) : [found]
    }
  }

  private static func references(in array: JSONValue) -> [JSONValue] {
    array.elements.prefix(100).filter { $0["refKey"] != nil }
  }

  /// Returns the id of the entity that a person named by its name or id. It is searched among the entities around those that `samples` refer to, then
  /// by its id, then by its name in all models. An empty text refers to no entity.
  ///
  /// Throws errors of kind `notFound`, and `malformed` if several entities have the name.
  func id(of text: String, like samples: [JSONValue]) throws -> String {
    if text.isEmpty { return "" }
    let containers = containers(of: samples)
    let found = containers.flatMap { names(in: $0)[ExactText(text)] ?? [] }
    if !found.isEmpty { return try only(found, text) }
    if try entity(text, near: samples.first) != nil { return text }
    let (models, unread) = try store.readableModels()
    var others: [String] = []
    for document in models.flatMap(\.all) {
      document.json.forEachEntity { entity, id in
        guard entity["refKey"] == nil, let id = id.string, !id.isEmpty else { return }
        if Self.name(of: entity)?.isExactly(text) == true { others.append(id) }
      }
    }
    if !others.isEmpty { return try only(others, text) }
    try unread.require("an entity with the id or name \(PathComponent.printable(text.shortened(to: 40)))")
    let candidates = containers.flatMap { container in names(in: container).keys.map(\.text) }.sorted()
    throw OKitError(
      .notFound, "no entity has the id or name \(PathComponent.printable(text.shortened(to: 40)))",
      remedy: .candidates(candidates, insteadOf: text))
  }

  private func only(_ ids: [String], _ name: String) throws -> String {
    guard ids.count > 1 else { return ids[0] }
    throw OKitError(
      .malformed, "\(ids.count) entities have the name \(PathComponent.printable(name.shortened(to: 40)))",
      remedy: .words("write the id of one of them, such as \(PathComponent.printable(ids[0]))"))
  }

  /// Returns the arrays and dictionaries with the entities that the references refer to.
  func containers(of samples: [JSONValue]) -> [JSONValue] {
    var containers: [JSONValue] = []
    for reference in samples {
      guard let id = reference["refKey"]?.string, !id.isEmpty,
        let container = (try? entity(id, near: reference))?.parent, !containers.contains(container)
      else { continue }
      containers.append(container)
    }
    return containers
  }
}
