package import JSONDocument

/// Finds entities and references by their shape in one pass over a document. The first of repeated keys counts.
extension JSONDocument {
  /// Calls `body` with each entity, which is an object with a string `id`, and with that id.
  package func forEachEntity(_ body: (JSONValue, _ id: JSONValue) throws -> Void) rethrows {
    try forEachObject(with: "id", body)
  }

  /// The ids of all entities.
  package var entityIDs: Set<String> {
    var ids: Set<String> = []
    forEachEntity { _, id in if let text = id.string { ids.insert(text) } }
    return ids
  }

  /// The ids of the entities that changes to a live document have added.
  package var addedEntities: Set<String> {
    var ids: Set<String> = []
    for value in additions { value.forEachEntity { _, id in if let text = id.string { ids.insert(text) } } }
    return ids.isEmpty ? [] : ids.subtracting(parsed.entityIDs)
  }

  /// Calls `body` with each reference, which is an object with a string `refKey`, and with that key.
  package func forEachReference(_ body: (JSONValue, _ refKey: JSONValue) throws -> Void) rethrows {
    try forEachObject(with: "refKey", body)
  }

  /// Calls `body` with each object whose first member with the key `name` is a string, and with that string.
  package func forEachObject(with name: String, _ body: (JSONValue, _ text: JSONValue) throws -> Void) rethrows {
    var firsts = FirstKeys()
    try forEachKey { key in
      guard key == name, key.value.kind == .string, firsts.contains(key) else { return }
      try body(key.object, key.value)
    }
  }
}

extension JSONValue {
  /// Calls `body` with each entity, which is an object with a string `id`, and with that id. This includes the value itself, and changes to live
  /// documents.
  package func forEachEntity(_ body: (JSONValue, _ id: JSONValue) throws -> Void) rethrows {
    try forEachObject(with: "id", body)
  }

  /// Calls `body` with each reference, which is an object with a string `refKey`, and with that key. This includes the value itself.
  package func forEachReference(_ body: (JSONValue, _ refKey: JSONValue) throws -> Void) rethrows {
    try forEachObject(with: "refKey", body)
  }

  private func forEachObject(with key: String, _ body: (JSONValue, JSONValue) throws -> Void) rethrows {
    var open = [self]
    while let value = open.popLast() {
      if let member = value[key], member.kind == .string { try body(value, member) }
      open += value.kind == .object ? value.members.map(\.value) : Array(value.elements)
    }
  }
}

/// Finds the first of repeated keys of an object, in constant time even in objects with very many members.
private struct FirstKeys {
  /// The minimum distance of a key from the beginning of its object at which the result is cached.
  private static let minimumCachedDistance = 256

  private var firsts: [JSONValue: Int] = [:]

  mutating func contains(_ key: JSONKey) -> Bool {
    let object = key.object
    guard key.index - object.index > Self.minimumCachedDistance else { return key.isFirst }
    let first = firsts[object] ?? key.first.index
    firsts[object] = first
    return first == key.index
  }
}
