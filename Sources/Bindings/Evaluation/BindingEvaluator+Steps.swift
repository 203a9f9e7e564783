import JSONDocument

extension BindingEvaluator {
  /// Takes one step. It leads to one value, except for `[*]` and `[name=Dune]`.
  ///
  /// - Parameter conditions: The evaluation of conditions, if it is not this one.
  func take(
    _ segment: Binding.Segment, from cursor: BindingCursor, _ conditions: BindingEvaluator? = nil
  ) throws -> [BindingCursor] {
    try count(segment)
    var cursor = cursor
    switch segment.step {
    case .call(let name, let parameter):
      let result = try call(name, parameter, at: cursor, segment)
      if case .linked(let value) = result { cursor.jump(toComputed: value) } else { cursor.setUnstored(result.value) }
    case .property("not") where cursor.value.isAbsent:
      cursor.setUnstored(.bool(true))
    // Once a value is absent, everything after it is absent.
    case _ where cursor.value.isAbsent:
      if segment.matchesSeveral { return [] }
      cursor.end()
    case .property(let name): try takeProperty(name, &cursor, segment)
    case .keyPath(let pieces): try takeKeyPath(pieces, &cursor, segment)
    case .index(let index): try takeIndex(index, &cursor, segment)
    case .every: return try elements(of: cursor, segment)
    case .matching(let predicate):
      let evaluation = PredicateEvaluation(predicate, conditions ?? self, isUniform: cursor.value.stored != nil)
      let found = try elements(of: cursor, segment) { try evaluation.isMet(by: $0) }
      // An empty array cannot tell whether the comparisons are possible.
      if found.isEmpty, case .json(let container) = cursor.value, !evaluation.isProven,
        let name = try context.elementClass(of: container)
      {
        try evaluation.examine(membersOf: name)
      }
      try evaluation.requireMeaning()
      return found
    case .current:
      // At the start of a path, the current value is the start itself, even if it is not an entity.
      if !cursor.isAtStart, let entity = try entity(of: cursor) { cursor.jump(to: entity) }
    case .parent: go(to: try entity(of: cursor).flatMap { try parent(of: $0) }, &cursor)
    case .root: if let object = cursor.object { cursor.jump(to: try root(around: object)) }
    case .reference(let pieces): try takeReference(pieces, &cursor, segment)
    case .constantReference(let id): go(to: try context.entity(id, near: cursor.object), &cursor)
    case .entity(let id): try takeEntity(id, &cursor, segment)
    case .collect(let collector, let pieces):
      cursor.setUnstored(try collect(collector, pieces, from: cursor.value, segment))
    }
    return [cursor]
  }

  private func go(to stored: JSONValue?, _ cursor: inout BindingCursor) {
    if let stored { cursor.jump(to: stored) } else { cursor.setUnstored(.absent) }
  }

  private func takeProperty(_ name: String, _ cursor: inout BindingCursor, _ segment: Binding.Segment) throws {
    if case .json(let value) = cursor.value {
      if value.kind == .object {
        switch try member(name, of: value, segment) {
        case .stored(let member, let key): return cursor.go(.property(name), to: member, slot: .member(key, of: value))
        case .behind(let entity): return cursor.go(.property(name), through: entity)
        case .elsewhere(let entity): return go(to: entity, &cursor)
        case .computed(let value): return cursor.go(.property(name), toComputed: value)
        case .unstored(let value): return cursor.setUnstored(value)
        case .linked(let value): return cursor.jump(toComputed: value)
        }
      }
      if value.kind == .array, let (found, slot) = try entry(name, in: value, segment) {
        return cursor.go(.property(name), to: found, slot: slot)
      }
      if value.kind == .array, let index = Int(name) { return try takeIndex(index, &cursor, segment) }
    } else if case .list = cursor.value, let index = Int(name) {
      return try takeIndex(index, &cursor, segment)
    }
    cursor.setUnstored(try property(name, of: cursor.value, segment))
  }

  /// Takes a key path. A property with the whole name takes precedence over its pieces.
  private func takeKeyPath(
    _ pieces: [Binding.Segment], _ cursor: inout BindingCursor, _ segment: Binding.Segment
  ) throws {
    if case .json(let object) = cursor.value, let member = object[segment.name] {
      return cursor.go(.property(segment.name), to: member)
    }
    for piece in pieces { cursor = try take(piece, from: cursor)[0] }
  }

  private func takeIndex(_ index: Int, _ cursor: inout BindingCursor, _ segment: Binding.Segment) throws {
    if case .list(let values) = cursor.value {
      let position = index < 0 ? values.count + index : index
      guard values.indices.contains(position) else { return cursor.setUnstored(.absent) }
      return take(values[position], &cursor)
    }
    guard case .json(let array) = cursor.value, array.kind == .array else {
      throw error(.wrongKind, "\(cursor.value.kindName) has no elements", segment)
    }
    let position = index < 0 ? array.count + index : index
    let element = position >= 0 ? array[position] : nil
    cursor.go(.index(element == nil ? index : position), to: element, slot: .element(index, of: array))
  }

  /// Takes one of several values. A stored value keeps its place.
  private func take(_ value: BindingValue, _ cursor: inout BindingCursor) {
    if let stored = value.stored { cursor.jump(to: stored) } else { cursor.setUnstored(value) }
  }

  private func elements(
    of cursor: BindingCursor, _ segment: Binding.Segment,
    where isIncluded: (BindingValue) throws -> Bool = { _ in true }
  ) throws -> [BindingCursor] {
    func cursors(_ elements: some Sequence<(BoundValue.Step, JSONValue)>) throws -> [BindingCursor] {
      var cursors: [BindingCursor] = []
      for (step, element) in elements {
        try count(segment)
        guard try isIncluded(.json(element)) else { continue }
        var cursor = cursor
        cursor.go(step, to: element)
        cursors.append(cursor)
      }
      return cursors
    }
    if case .list(let values) = cursor.value {
      return try values.compactMap { value in
        try count(segment)
        guard try isIncluded(value) else { return nil }
        var cursor = cursor
        take(value, &cursor)
        return cursor
      }
    }
    if case .json(let value) = cursor.value {
      if value.kind == .array {
        if let entries = try entries(of: value) {
          return try cursors(entries.lazy.map { (.property($0.key), $0.value) })
        }
        return try cursors(value.elements.enumerated().lazy.map { (.index($0), $1) })
      }
      if try isDictionary(value) { return try cursors(value.members.lazy.map { (.property($0.string), $1) }) }
    }
    throw error(.wrongKind, "\(cursor.value.kindName) has no elements", segment)
  }

  private func takeReference(
    _ pieces: [Binding.Segment], _ cursor: inout BindingCursor, _ segment: Binding.Segment
  ) throws {
    guard let entity = try entity(of: cursor) else { return cursor.setUnstored(.absent) }
    var reader = BindingCursor(at: entity)
    for piece in pieces { reader = try take(piece, from: reader)[0] }
    if reader.value.isAbsent { return cursor.setUnstored(.absent) }
    guard let id = reader.value.string else {
      throw error(.wrongKind, "\(reader.value.kindName) is not an id", segment)
    }
    go(to: id.isEmpty ? nil : try context.entity(id, near: entity), &cursor)
  }

  private func takeEntity(_ id: String, _ cursor: inout BindingCursor, _ segment: Binding.Segment) throws {
    if case .json(let object) = cursor.value {
      if object["id"]?.hasString(equalTo: id) == true, cursor.origin != nil { return }
      if let member = object["@" + id] { return cursor.go(.property("@" + id), to: member) }
    }
    guard let entity = try context.entity(id, near: cursor.object) else {
      throw error(.notFound, "no entity has the id '\(id)'", segment)
    }
    cursor.jump(to: entity)
  }
}
