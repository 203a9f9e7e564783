import JSONDocument

/// The position of an evaluation on its path.
struct BindingCursor {
  /// The current value.
  var value: BindingValue
  /// The objects on the path from its start, each with the number of steps to it.
  private(set) var objects: [(object: JSONValue, steps: Int)] = []
  /// The start of the path; nil for the root of the model that the binding starts in.
  private(set) var origin: JSONValue?
  /// The steps to the last stored value.
  private(set) var path: [BoundValue.Step] = []
  /// True if `path` leads to the value.
  private(set) var isStored = true
  /// The place that setting the value would change.
  private(set) var slot: BindingSlot?

  /// The last object on the path.
  var object: JSONValue? { objects.last?.object }

  /// True if no step has left the start of the path.
  var isAtStart: Bool { isStored && path.isEmpty }

  /// A cursor at a value that is not stored.
  init(unstored value: BindingValue) {
    self.value = value
    isStored = false
  }

  /// A cursor at the root of a model.
  init(root: JSONValue) {
    value = .json(root)
    objects = [(root, 0)]
    slot = .value(root)
  }

  /// A cursor at any stored value.
  init(at stored: JSONValue) {
    value = .json(stored)
    jump(to: stored)
  }

  /// Goes one step down. If `stored` is nil, the value is absent, and `slot` is the place that setting it would change.
  mutating func go(_ step: BoundValue.Step, to stored: JSONValue?, slot: BindingSlot? = nil) {
    path.append(step)
    self.slot = stored.map { .value($0) } ?? slot
    value = stored.map { .json($0) } ?? .absent
    if let stored, stored.kind == .object { objects.append((stored, path.count)) }
  }

  /// Goes one step down to an entity that is stored elsewhere, or to an absent one.
  mutating func go(_ step: BoundValue.Step, through entity: JSONValue?) {
    go(step, to: entity)
    slot = nil
  }

  /// Goes one step down to a value that is computed from the stored one.
  mutating func go(_ step: BoundValue.Step, toComputed computed: BindingValue) {
    path.append(step)
    value = computed
    slot = nil
  }

  /// Makes the value absent because no step can continue from it.
  mutating func end() {
    value = .absent
    slot = nil
  }

  /// Replaces the current value with one that is not stored.
  mutating func setUnstored(_ unstored: BindingValue) {
    value = unstored
    isStored = false
    slot = nil
  }

  /// Goes to a stored value, on the path or elsewhere.
  mutating func jump(to stored: JSONValue) {
    value = .json(stored)
    isStored = true
    slot = .value(stored)
    if let index = objects.lastIndex(where: { $0.object == stored }) {
      path.removeLast(path.count - objects[index].steps)
      objects.removeLast(objects.count - index - 1)
      return
    }
    origin = stored
    path = []
    objects = []
    var object: JSONValue? = stored
    while let current = object, current.kind != .object { object = current.parent }
    if let object { objects = [(object, 0)] }
  }

  /// Goes to a stored value that a computed property leads to. Setting the property cannot replace it, but its members can be set.
  mutating func jump(toComputed stored: JSONValue) {
    jump(to: stored)
    slot = nil
  }

  /// The nearest object on the path with an id, or else the first object.
  var identified: JSONValue? {
    (objects.last { $0.object["id"]?.kind == .string } ?? objects.first)?.object
  }
}
