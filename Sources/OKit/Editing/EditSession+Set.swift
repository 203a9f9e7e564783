import Bindings
import Definitions
import JSONDocument

extension EditSession {
  /// Sets the values that a binding leads to.
  func set(_ item: EditItem, all: Bool) throws {
    for bound in try matches(item, all: all) {
      let slot = try slot(bound, item.binding)
      if case .element(let place, let array) = slot {
        throw OKitError(
          .notFound, "there is no element \(place), the array has \(array.count)",
          remedy: .words("'okit add' adds to an array"))
      }
      let type = type(of: slot)
      guard let value = item.value else { continue }
      if let json = try json(value, type, slot) {
        try set(slot, json, type, bound, item)
      } else {
        try clear(slot, type, bound, item)
      }
    }
  }

  private func set(
    _ slot: BindingSlot, _ json: String, _ type: PropertyType?, _ bound: BoundValue, _ item: EditItem
  ) throws {
    let old = slot.value
    if let old, old.settled.rawText.utf8.elementsEqual(json.utf8) { return }
    let new = try JSONDocument(parsing: json).root
    if let old, slot.container == nil, new.kind != .object {
      throw OKitError(.malformed, "a model is an object, which \(old.kind == new.kind ? "this" : new.shown) is not")
    }
    if old?.key.map({ $0 == "id" }) ?? false || old == nil && isID(slot) { try changeID(of: slot, to: new) }
    try requireNewIDs(in: new, replacing: old)
    let text = keepingID(of: old, in: new) ?? json
    if let old { gone.note(old, replacedBy: try JSONDocument(parsing: text).root, store) }
    let value = try change(slot.container ?? bound.value ?? new) { () throws(JSONEditError) in try slot.set(text) }
    try fit(value, type, name(of: slot))
    note(bound, item)
  }

  /// Sets to nothing: a string becomes empty, what may be absent is left out.
  private func clear(_ slot: BindingSlot, _ type: PropertyType?, _ bound: BoundValue, _ item: EditItem) throws {
    guard let old = slot.value, !old.isNull else { return }
    guard slot.container != nil else { throw OKitError(.usage, "a model cannot be nothing") }
    if type == .string || type == nil && old.kind == .string {
      return try set(slot, "\"\"", type, bound, item)
    }
    guard old.key != nil, type?.isOptional ?? true else {
      throw OKitError(
        .malformed,
        old.key == nil
          ? "an element cannot be nothing"
          : "\(name(of: slot)) is of the type \(type.map(String.init(describing:)) ?? ""), which cannot be nothing",
        remedy: old.key == nil ? .words("'okit remove' takes it out") : nil)
    }
    gone.note(old, store)
    try change(old) { () throws(JSONEditError) in try old.remove() }
    note(bound, item)
  }

  // MARK: - Values

  /// The JSON that a value becomes in its place; nil for nothing.
  func json(_ value: EditItem.Value, _ type: PropertyType?, _ slot: BindingSlot) throws -> String? {
    let text = valueText(name(of: slot))
    switch value {
    case .json(let json): return try fitted(json, type, text)
    case .typed(let typed, let wanted):
      guard let json = try text.json(typed, as: wanted) else { return nil }
      return try fitted(json, type, text)
    case .text(let typed):
      if let type {
        if let reference = try reference(typed, type, slot) { return reference }
        return try text.json(typed, as: type)
      }
      if let sample = sample(for: slot) { return try text.json(typed, like: sample) }
      // What is no JSON can only be meant as text.
      guard (try? JSONDocument(parsing: typed)) == nil else {
        throw OKitError(.usage, "nothing tells what \(name(of: slot)) is", remedy: .words("say it with --type"))
      }
      return JSONWriter.quote(typed)
    }
  }

  /// JSON as it is stored in place of a type: a property that holds a string takes the text of anything else, a date one as people write it.
  private func fitted(_ json: String, _ type: PropertyType?, _ text: ValueText) throws -> String? {
    let value = try JSONDocument(parsing: text.json(json)).root
    if value.isNull { return nil }
    switch type?.unwrapped {
    case .string? where value.kind == .number || value.kind == .bool: return JSONWriter.quote(value.rawText)
    case .date? where value.kind == .string: return try text.json(value.string ?? "", as: PropertyType.date)
    default: return json
    }
  }

  /// What a value there would be like, as far as data tell: what is there, or what others beside it have.
  private func sample(for slot: BindingSlot) -> JSONValue? {
    let isSample: (JSONValue?) -> Bool = { $0.map { !$0.isNull } ?? false }
    switch slot {
    case .value(let value) where !value.isNull: return value
    case .value(let value):
      guard let container = value.parent else { return nil }
      guard let key = value.key?.string else { return container.elements.first { !$0.isNull } }
      return container.parent?.elements.lazy.map { $0[key] }.first(where: isSample) ?? nil
    case .member(let key, let object):
      return object.parent?.elements.lazy.map { $0[key] }.first(where: isSample) ?? nil
    case .element(_, let array): return array.elements.first { !$0.isNull }
    }
  }

  /// The JSON of a reference to the entity whose id was typed where a reference is meant; nil where it is not.
  func reference(_ text: String, _ type: PropertyType, _ slot: BindingSlot) throws -> String? {
    guard case .object(let name) = type.unwrapped, classes.definitions.classes[name]?.role == .reference,
      (try? JSONDocument(parsing: text))?.root.kind != .object
    else { return nil }
    let start = (slot.container ?? slot.value).flatMap(store.document)?.model ?? .default
    guard try text.isEmpty || text == "null" || store.entity(text, from: start) != nil else {
      throw OKitError(.notFound, "no entity has the id \(PathComponent.printable(text))")
    }
    if text == "null", type.isOptional { return nil }
    let old = slot.value?["id"]?.string
    var writer = JSONWriter()
    writer.object { writer in
      writer.member("id", old ?? UUIDText.new())
      writer.member("refKey", text == "null" ? "" : text)
    }
    return writer.text
  }

  // MARK: - Ids

  private func isID(_ slot: BindingSlot) -> Bool {
    if case .member(let key, _) = slot { key.isExactly("id") } else { false }
  }

  /// The text of an object that says no id in place of one that has one: it is still that entity.
  private func keepingID(of old: JSONValue?, in new: JSONValue) -> String? {
    guard let id = old?["id"], id.kind == .string, new.kind == .object, new["id"] == nil else { return nil }
    var writer = JSONWriter()
    writer.object { writer in
      writer.member("id", id)
      for (key, value) in new.members { writer.member(key.string, value) }
    }
    return writer.text
  }

  /// Makes sure that nothing is lost when an entity gets another id: neither references to it nor files that are named by it.
  private func changeID(of slot: BindingSlot, to new: JSONValue) throws {
    guard let id = new.string, !id.isEmpty else { throw OKitError(.malformed, "an id is a text, which is not empty") }
    if hasEntity(id) { throw exists(id) }
    guard let entity = slot.container, let place = store.place(of: entity) else { return }
    guard let old = slot.value?.string, !old.isEmpty else { return }
    let hasPartial = try store.partial(of: place) != nil
    let attachment = try AttachmentEntity(entity)?.file(in: workspace)
    guard !hasPartial, attachment == nil else {
      throw OKitError(.usage, "the id is the name of the entity's file, and cannot be changed")
    }
    gone.noteID(of: place, old)
  }

  /// Throws an error of kind `exists` where an entity has an id of those in `new` already, but for those in `old`.
  func requireNewIDs(in new: JSONValue, replacing old: JSONValue? = nil) throws {
    var known: Set<EntityID> = []
    old?.forEachEntity { _, id in if let id = EntityID(id) { known.insert(id) } }
    var seen: Set<EntityID> = []
    try new.forEachEntity { _, value in
      guard let id = EntityID(value), let text = value.string, !text.isEmpty else { return }
      guard !seen.insert(id).inserted || !known.contains(id) && hasEntity(text) else { return }
      throw exists(text)
    }
  }

  private func exists(_ id: String) -> OKitError {
    OKitError(.exists, "there is an entity with the id \(PathComponent.printable(id)) already")
  }

  /// Whether an entity of what can be read has this id.
  private func hasEntity(_ id: String) -> Bool { (try? store.entity(id, from: model)) != nil }
}
