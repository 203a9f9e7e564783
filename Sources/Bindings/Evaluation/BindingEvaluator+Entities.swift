import JSONDocument

extension BindingEvaluator {
  /// Returns the last entity on the path. Dictionaries are not entities.
  func entity(of cursor: BindingCursor) throws -> JSONValue? { try cursor.object.flatMap { try entity(around: $0) } }

  func entity(around object: JSONValue) throws -> JSONValue? {
    var object: JSONValue? = object
    while let current = object {
      if current.kind == .object, try !isDictionary(current) { return current }
      object = current.parent
    }
    return nil
  }

  /// Returns the entity around another one. The parent of a partial's entity is its stand-in. Nil for the root of a model.
  func parent(of entity: JSONValue) throws -> JSONValue? {
    guard let container = entity.parent else { return try context.standIn(of: entity) }
    return try self.entity(around: container)
  }

  /// Returns the root of the model that a value is in. For a value in a partial, it is the root of the model that the partial belongs to.
  func root(around value: JSONValue) throws -> JSONValue {
    var root = value.document.root
    // Partials cannot be nested deeper than memory allows, but stand-ins come from outside and could form a cycle.
    for _ in 0..<10_000 {
      guard let standIn = try context.standIn(of: root) else { break }
      root = standIn.document.root
    }
    return root
  }

  /// True if the keys of an object are not property names. Without a definition, that is an object in another one that has no id but whose first
  /// value does.
  func isDictionary(_ object: JSONValue) throws -> Bool {
    guard object.kind == .object else { return false }
    if let type = try context.type(of: object) { return type == .dictionary }
    guard object.parent?.kind == .object, object["id"] == nil,
      let (_, first) = object.members.first(where: { _ in true })
    else { return false }
    return first.kind == .object && first["id"]?.kind == .string
  }
}
