import Bindings
import Definitions
import JSONDocument
import OKitModels
import OKitStorage

extension EditSession {
  /// Sets the values that the binding matches.
  func set(_ item: EditItem, all: Bool) throws {
    var seen: Set<BindingSlot> = []
    for bound in try matchesCreatingDictionary(item, all: all) {
      if try setDarkMode(bound, item) { continue }
      let slot = try slot(bound, of: item)
      // Several paths can lead to the same value.
      guard seen.insert(slot).inserted else { continue }
      if case .element(let index, let array) = slot {
        throw noElement(index, of: array)
      }
      if slot.value?.key == nil, !isEntry(slot) { try requirePlainArray(around: slot) }
      let type = type(of: slot)
      guard let value = item.value else { continue }
      if let id = referredID(value, type), let reference = slot.value, reference.kind == .object {
        // Only the key changes, so that the reference keeps its id.
        let key = reference["refKey"].map { BindingSlot.value($0) } ?? .member("refKey", of: reference)
        try requireEntity(id, near: reference)
        try set(key, ValueText.quoted(id), .optional(.string), bound, item)
      } else if let new = try json(value, type, slot) {
        try set(slot, new, type, bound, item)
      } else {
        try clear(slot, type, bound, item)
      }
    }
  }

  private func set(
    _ slot: BindingSlot, _ new: JSONValue, _ type: PropertyType?, _ bound: BoundValue, _ item: EditItem
  ) throws {
    if try put(new, in: slot, type, root: bound.value) { note(bound, item) }
  }

  /// Stores a value in its place. Returns false if the place already has the same bytes.
  ///
  /// - Parameter root: The present value, if the place is the root of a model.
  func put(_ new: JSONValue, in slot: BindingSlot, _ type: PropertyType?, root: JSONValue? = nil) throws -> Bool {
    let old = slot.value
    if let old, old.snapshot.rawText.isExactly(new.rawText) { return false }
    if let old, slot.container == nil, new.kind != .object {
      throw OKitError(.malformed, "a model must be an object, not \(old.kind == new.kind ? "this" : new.shown)")
    }
    try requireKey(of: slot)
    try warnOfStoredForms(slot, new)
    try requireFilesStay(slot, new)
    if isID(slot) { try changeID(of: slot, to: new) }
    try requireNewIDs(in: new, replacing: old)
    let whole = try keepingID(of: old, in: new) ?? new
    if let old { removedEntities.note(old, replacedBy: whole, store) }
    noteTouched(slot.container)
    let value = try change(slot.container ?? root ?? new) { try slot.set(whole.rawText) }
    let standIns = try fit(value, type, name(of: slot))
    try requireDistinct(around: value, type)
    for standIn in standIns { try makePartial(of: standIn) }
    noteNew(value)
    noteTouched(value)
    return true
  }

  /// Clears a value: a string becomes empty, and an optional value is removed.
  private func clear(_ slot: BindingSlot, _ type: PropertyType?, _ bound: BoundValue, _ item: EditItem) throws {
    guard let old = slot.value, !old.isNull else { return }
    guard slot.container != nil else { throw OKitError(.usage, "a model needs a value") }
    try requireNoID(slot)
    if type == .string || type == nil && old.kind == .string {
      return try set(slot, ValueText.quoted(""), type, bound, item)
    }
    guard old.key != nil, type?.isOptional ?? true else {
      throw OKitError(
        .malformed,
        old.key == nil
          ? "an element needs a value"
          : "\(name(of: slot)) needs a value of type \(type.map(String.init(describing:)) ?? "")",
        remedy: old.key == nil ? .words("use 'okit remove' to remove it") : nil)
    }
    try removeMember(old)
    note(bound, item)
  }

  /// Removes the member with this value from its object.
  func removeMember(_ old: JSONValue) throws {
    removedEntities.note(old, store)
    noteTouched(old.parent)
    try change(old) { try old.remove() }
  }

  // MARK: - Values

  /// Returns the JSON of a value for its place; nil to clear the place.
  func json(_ value: EditItem.Value, _ type: PropertyType?, _ slot: BindingSlot) throws -> JSONValue? {
    var text = valueText(name(of: slot))
    text.stored = slot.value?.rawText
    switch value {
    case .json(let json):
      if let id = referredID(value, type) { return try reference(to: id, slot) }
      return try fitted(json, type, text)
    case .typed(let typed, let wanted):
      guard let json = try text.json(typed, as: wanted) else { return nil }
      return try fitted(json, type, text)
    case .text(let typed):
      if let type {
        if let id = referredID(value, type) { return try reference(to: id, slot) }
        return try text.json(typed, as: type)
      }
      if let sample = sample(for: slot) { return try text.json(typed, like: sample) }
      // Text that is not JSON can only be a string.
      guard (try? JSONDocument(parsing: typed)) == nil else {
        throw OKitError(.usage, "the type of \(name(of: slot)) is unknown", remedy: .words("give it with --type"))
      }
      return try ValueText.quoted(typed)
    }
  }

  /// Returns JSON in the stored form of a type: a string property takes the text of a number or Bool, and a date may be written in any readable
  /// format.
  func fitted(_ value: JSONValue, _ type: PropertyType?, _ text: ValueText) throws -> JSONValue? {
    if value.isNull { return nil }
    switch type?.unwrapped {
    case .string? where value.kind == .number || value.kind == .bool: return try ValueText.quoted(value.rawText)
    case .date? where value.kind == .string: return try text.json(value.string ?? "", as: PropertyType.date)
    default: return value
    }
  }

  /// Returns a value of the expected kind: the present value, or else that of a sibling; nil if there is none.
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
    case .entry(_, let array): return array[1]
    }
  }

  /// Returns the id of the target if it was given in place of a reference; nil otherwise.
  private func referredID(_ value: EditItem.Value, _ type: PropertyType?) -> String? {
    guard let name = type?.objectClass, classes.definitions.classes[name]?.role == .reference else {
      return nil
    }
    switch value {
    case .typed: return nil
    case .json(let value): return value.string
    case .text(let text):
      let isOther = text == "null" || (try? JSONDocument(parsing: text))?.root.kind == .object
      return isOther ? nil : text
    }
  }

  /// Returns the JSON of a new reference to the entity with this id.
  private func reference(to id: String, _ slot: BindingSlot) throws -> JSONValue {
    try requireEntity(id, near: slot.container ?? slot.value)
    return try reference(to: id)
  }

  /// Returns the JSON of a new reference to the entity with this id.
  func reference(to id: String) throws -> JSONValue {
    var writer = JSONWriter()
    writer.object { writer in
      writer.member("id", edit.newID())
      writer.member("refKey", id)
    }
    return try JSONDocument(parsing: writer.text).root
  }

  /// Throws an error of kind `notFound` if no entity has this id. An empty id is allowed and refers to none.
  func requireEntity(_ id: String, near value: JSONValue?) throws {
    let start = value.flatMap(store.document)?.model ?? model
    guard try id.isEmpty || store.entity(id, from: start) != nil else {
      throw OKitError(
        .notFound, "no entity has the id \(PathComponent.printable(id))",
        remedy: isStrict
          ? nil : .words("write {\"refKey\": \(JSONText.quote(id))} to refer to an entity that is added later"))
    }
  }
}
