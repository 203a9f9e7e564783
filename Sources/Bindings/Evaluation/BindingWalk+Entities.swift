import JSONDocument

extension BindingWalk {
  /// The last entity on the path: dictionaries are none.
  func entity(of cursor: BindingCursor) throws -> JSONValue? { try cursor.object.flatMap { try entity(around: $0) } }

  func entity(around object: JSONValue) throws -> JSONValue? {
    var object: JSONValue? = object
    while let current = object {
      if current.kind == .object, try !isDictionary(current) { return current }
      object = current.parent
    }
    return nil
  }

  /// The entity that holds another one; that of a partial's entity is its stand-in. Nil of the root of a model.
  func parent(of entity: JSONValue) throws -> JSONValue? {
    guard let container = entity.parent else { return try surroundings.standIn(of: entity) }
    return try self.entity(around: container)
  }

  /// The root of the model that a value is in, from partials through what stands for them.
  func root(around value: JSONValue) throws -> JSONValue {
    var root = value.document.root
    // No more partials are in each other than fit in memory, but what stands for them comes from outside.
    for _ in 0..<10_000 {
      guard let standIn = try surroundings.standIn(of: root) else { break }
      root = standIn.document.root
    }
    return root
  }

  /// Whether the keys of an object are none of properties. Without a definition that is one without an id that has entities under its keys.
  func isDictionary(_ object: JSONValue) throws -> Bool {
    guard object.kind == .object else { return false }
    if let type = try surroundings.type(of: object) { return type == .dictionary }
    guard object.parent?.kind == .object, object["id"] == nil,
      let (_, first) = object.members.first(where: { _ in true })
    else { return false }
    return first.kind == .object && first["id"]?.kind == .string
  }
}
