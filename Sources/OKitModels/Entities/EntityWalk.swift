package import JSONDocument

/// Entities and references as their shape tells them, in one pass over a document. Of a key that is there twice the first counts.
extension JSONDocument {
  /// Calls `body` with each object that has a string `id`, and that id: an entity.
  package func forEachEntity(_ body: (JSONValue, _ id: JSONValue) throws -> Void) rethrows {
    var firsts = FirstKeys()
    try forEachKey { key in
      guard key == "id", key.value.kind == .string, firsts.contain(key) else { return }
      try body(key.object, key.value)
    }
  }

  /// Calls `body` with each object that has a string `refKey`, and that: a reference.
  package func forEachReference(_ body: (JSONValue, _ refKey: JSONValue) throws -> Void) rethrows {
    var firsts = FirstKeys()
    try forEachKey { key in
      guard key == "refKey", key.value.kind == .string, firsts.contain(key) else { return }
      try body(key.object, key.value)
    }
  }
}

extension JSONValue {
  /// Calls `body` with the value itself and each in it that is an object with a string `id`, and that id: an entity. It goes through the value as it is
  /// by now.
  package func forEachEntity(_ body: (JSONValue, _ id: JSONValue) throws -> Void) rethrows {
    try forEachObject(with: "id", body)
  }

  /// Calls `body` with the value itself and each in it that is an object with a string `refKey`, and that: a reference.
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

/// Tells the first of the keys with one text in each object, in constant time also in objects with very many members.
private struct FirstKeys {
  /// So many keys and values away from the beginning of its object a key is looked up here.
  private static let far = 256

  private var firsts: [JSONValue: Int] = [:]

  mutating func contain(_ key: JSONKey) -> Bool {
    let object = key.object
    guard key.index - object.index > Self.far else { return key.isFirst }
    let first = firsts[object] ?? key.first.index
    firsts[object] = first
    return first == key.index
  }
}
