import JSONDocument

/// Where an evaluation is on its path.
struct BindingCursor {
  /// The value that was reached.
  var value: BindingValue
  /// The objects on the path, from where it begins, each with the number of steps that led to it.
  private(set) var objects: [(object: JSONValue, steps: Int)] = []
  /// Where the path begins; nil of the root of the model that the binding starts in.
  private(set) var origin: JSONValue?
  /// The steps to the last value that is stored.
  private(set) var path: [BoundValue.Step] = []
  /// Whether the path leads to the value.
  private(set) var isStored = true
  /// What changes where the value is set.
  private(set) var slot: BindingSlot?

  /// The last object on the path.
  var object: JSONValue? { objects.last?.object }

  /// Whether no step led away from where the path begins.
  var isAtStart: Bool { isStored && path.isEmpty }

  /// A cursor at something that was made.
  init(made value: BindingValue) {
    self.value = value
    isStored = false
  }

  /// A cursor at the root of a model.
  init(root: JSONValue) {
    value = .json(root)
    objects = [(root, 0)]
    slot = .value(root)
  }

  /// A cursor somewhere else.
  init(at stored: JSONValue) {
    value = .json(stored)
    jump(to: stored)
  }

  /// Goes one step down; nil to where there is nothing, and `slot` is what would change.
  mutating func go(_ step: BoundValue.Step, to stored: JSONValue?, slot: BindingSlot? = nil) {
    path.append(step)
    self.slot = stored.map { .value($0) } ?? slot
    value = stored.map { .json($0) } ?? .absent
    if let stored, stored.kind == .object { objects.append((stored, path.count)) }
  }

  /// Goes one step down to an entity that is stored elsewhere, or to none.
  mutating func go(_ step: BoundValue.Step, through entity: JSONValue?) {
    go(step, to: entity)
    slot = nil
  }

  /// Goes one step down to a value that is computed of what is stored there.
  mutating func go(_ step: BoundValue.Step, toComputed made: BindingValue) {
    path.append(step)
    value = made
    slot = nil
  }

  /// Ends at nothing, since there is nothing that could be gone into.
  mutating func end() {
    value = .absent
    slot = nil
  }

  /// Takes a value that was made of the one that was reached.
  mutating func make(_ made: BindingValue) {
    value = made
    isStored = false
    slot = nil
  }

  /// Goes to a value that is on the path, or anywhere else.
  mutating func jump(to stored: JSONValue) {
    value = .json(stored)
    isStored = true
    slot = .value(stored)
    if let place = objects.lastIndex(where: { $0.object == stored }) {
      path.removeLast(path.count - objects[place].steps)
      objects.removeLast(objects.count - place - 1)
      return
    }
    origin = stored
    path = []
    objects = []
    var object: JSONValue? = stored
    while let current = object, current.kind != .object { object = current.parent }
    if let object { objects = [(object, 0)] }
  }

  /// The nearest object on the path that has an id, or the first one.
  var identified: JSONValue? {
    (objects.last { $0.object["id"]?.kind == .string } ?? objects.first)?.object
  }
}
