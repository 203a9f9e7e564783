public import Bindings
public import JSONDocument

extension Partials {
  /// The value at `binding` with every partial in it put in place: each stand-in gets its entity as one more member, named as the property that
  /// gives it, or `partial` without a definition.
  ///
  /// Throws `BindingError`, and what reading the models throws.
  public func resolve(_ binding: Binding, model: ModelName, patience: Duration) throws -> JSONValue? {
    try workspace.reading(keyring: keyring, patience: patience) { store in
      guard let place = try StoredValues(store: store, model: model).place(of: binding) else { return nil }
      let model = try store.all(of: place.document.model)
      let resolved = try resolvedDocuments(model, store.classes())
      guard let document = resolved[ObjectIdentifier(place.document.json)] else { return place.value }
      // Members are added behind all others, so that the way to the value is what it was.
      var finder = PathFinder(place.document.json)
      return finder.steps(to: place.value).reduce(document.root) { value, step in
        switch step {
        case .property(let name): value?[name]
        case .index(let index): value?[index]
        }
      }
    }
  }

  /// The documents that stand-ins are in, with their partials put in place.
  private func resolvedDocuments(
    _ model: ModelDocuments, _ classes: EntityClasses
  ) throws -> [ObjectIdentifier: JSONDocument] {
    var inner: [ObjectIdentifier: [ModelDocument]] = [:]
    for partial in model.all {
      guard let standIn = partial.standIn else { continue }
      inner[ObjectIdentifier(standIn.document), default: []].append(partial)
    }
    var resolved: [ObjectIdentifier: JSONDocument] = [:]
    // What is inside comes first; partials lie in partials to any depth.
    for document in Self.innermostFirst(model.main, inner) {
      guard let partials = inner[ObjectIdentifier(document)] else { continue }
      var editor = JSONEditor(document.json)
      for partial in partials {
        guard let standIn = partial.standIn else { continue }
        let property = classes.partialProperty(of: standIn)
        guard standIn.value[property] == nil else { continue }
        let root = resolved[ObjectIdentifier(partial.json)]?.root ?? partial.json.root
        try editor.add(property, root.rawText, to: standIn.value)
      }
      resolved[ObjectIdentifier(document.json)] = try JSONDocument(parsing: editor.apply())
    }
    return resolved
  }

  private static func innermostFirst(
    _ main: ModelDocument, _ inner: [ObjectIdentifier: [ModelDocument]]
  ) -> [ModelDocument] {
    var order: [ModelDocument] = []
    var open = [main]
    while let document = open.popLast() {
      order.append(document)
      open += inner[ObjectIdentifier(document)] ?? []
    }
    return order.reversed()
  }
}
