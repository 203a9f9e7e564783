import Bindings
import JSONDocument
import OKitStorage

/// All readable models, with the references between their entities.
package struct ReferenceIndex {
  /// A reference and its target.
  package struct Link {
    /// The object with the `refKey`.
    package let reference: EntityPlace
    /// The nearest entity around the reference.
    package let owner: EntityPlace
    /// The id of the target; empty for a cleared reference.
    package let key: String
    /// The entity with that id; nil if there is none.
    package let target: EntityPlace?
  }

  /// The store that read the models.
  package let store: EntityStore
  /// The readable models.
  package let models: [ModelDocuments]
  /// The models that could not be read.
  package let unread: UnreadModels
  private let documents: [ModelDocument]
  private let index: EntityIndex

  /// Reads all models. Models that cannot be read are recorded in ``unread``.
  package init(_ store: EntityStore) throws {
    self.store = store
    (models, unread) = try store.readableModels()
    // Ids are looked up in this order.
    documents = models.map(\.main) + models.flatMap { $0.all.dropFirst() }
    var index = EntityIndex()
    for (number, document) in documents.enumerated() {
      document.json.forEachEntity { entity, id in
        guard let id = EntityID(id) else { return }
        index.add(id, at: EntityIndex.Place(document: Int32(number), node: UInt32(entity.index)))
      }
    }
    self.index = index
  }

  /// Returns the entity with this id that a reference in the model `start` leads to. An entity in that model takes precedence, and partials come
  /// last.
  package func entity(_ id: String, from start: ModelName) -> EntityPlace? {
    var best: (place: EntityPlace, rank: Int)?
    for found in index.places(of: EntityID(id)) {
      let document = documents[Int(found.document)]
      let rank = (document.isPartial ? 2 : 0) + (document.model == start ? 0 : 1)
      let place = EntityPlace(document: document, value: document.json.value(at: Int(found.node)))
      guard rank < best?.rank ?? .max, place.value["id"]?.hasString(equalTo: id) ?? false else { continue }
      best = (place, rank)
      if rank == 0 { break }
    }
    return best?.place
  }

  /// Returns the number of entities with this id in all readable models.
  package func entityCount(_ id: String) -> Int {
    index.places(of: EntityID(id)).count { place in
      documents[Int(place.document)].json.value(at: Int(place.node))["id"]?.hasString(equalTo: id) ?? false
    }
  }

  /// Returns the number of entities in a model with this id that can be the stand-in of the partial with that name.
  package func standInCount(_ id: String, of name: ModelName) -> Int {
    index.places(of: EntityID(id)).count { place in
      let document = documents[Int(place.document)]
      return document.model == name && document.json.value(at: Int(place.node)) != document.json.root
    }
  }

  /// Returns the references in these models, in the order of models, files and places.
  package func references(in names: Set<ModelName>) -> [Link] {
    links { document, _ in names.contains(document.model) }
  }

  /// Returns the references to the entity with this id.
  package func references(to id: String) -> [Link] {
    links { _, key in key.hasString(equalTo: id) }
  }

  private func links(_ isWanted: (ModelDocument, JSONValue) -> Bool) -> [Link] {
    var links: [Link] = []
    for document in models.flatMap(\.all) {
      document.json.forEachReference { object, key in
        guard isWanted(document, key) else { return }
        let reference = EntityPlace(document: document, value: object)
        let id = key.string ?? ""
        links.append(
          Link(
            reference: reference, owner: owner(of: reference), key: id,
            target: id.isEmpty ? nil : entity(id, from: document.model)))
      }
    }
    return links
  }

  /// Returns the entity that contains a value: the nearest object around it with an id, or the root.
  private func owner(of place: EntityPlace) -> EntityPlace {
    var value = place.value
    while let parent = value.parent {
      value = parent
      if value.kind == .object, value["id"]?.kind == .string { break }
    }
    return EntityPlace(document: place.document, value: value)
  }

  /// Returns the id that `text` means: `text` itself if an entity has that id, or else the id of the entity at the path `text`.
  package func id(named text: String, model: ModelName?) throws -> String {
    let id = text.withoutPrefix("@") ?? text
    if entity(id, from: try store.startModel(model)) != nil { return id }
    guard !text.utf8.starts(with: "@".utf8) else {
      try unread.require("the entity \(PathComponent.printable(id))")
      throw OKitError(.notFound, "no entity has the id \(PathComponent.printable(id))")
    }
    let bound: BoundValue
    do {
      bound = try Binding(parsing: text).evaluate(in: StoreEvaluationContext(store: store, model: model))
    } catch let error where Self.isNotFound(error) && !text.utf8.contains(where: Self.isSyntax) {
      try unread.require("the entity \(PathComponent.printable(id))")
      var remedy: OKitError.Remedy?
      if let found = (error as? OKitError)?.remedy, found.isChooseModel { remedy = found }
      throw OKitError(
        .notFound, "no entity has the id \(PathComponent.printable(text)), and it is not a path", remedy: remedy)
    }
    guard let id = bound.value?["id"]?.string else {
      throw OKitError(.usage, "\(PathComponent.printable(text)) is not a value with an id")
    }
    return id
  }

  /// True if the path does not exist, or may not exist because its model is missing or cannot be read.
  private static func isNotFound(_ error: any Error) -> Bool {
    switch error {
    case let error as BindingError: error.kind == .notFound
    case let error as OKitError: error.kind == .notFound || error.kind.concernsOneFile
    default: false
    }
  }

  private static func isSyntax(_ byte: UInt8) -> Bool { "/[:>".utf8.contains(byte) }
}
