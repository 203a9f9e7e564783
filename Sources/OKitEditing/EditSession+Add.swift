import Bindings
import Definitions
import JSONDocument
import OKitModels
import OKitStorage

extension EditSession {
  /// Adds a value to the array or object that the binding leads to, or a new member to its parent object. Returns the new value; nil if a set already
  /// contains it, or if the value has several members for an object.
  @discardableResult
  func add(_ item: EditItem, at placement: EditSession.Placement) throws -> JSONValue? {
    let (bound, slot) = try slotForNew(item)
    switch slot {
    case .value(let array) where array.kind == .array:
      let index = try index(placement, in: array.count)
      let new = try insert(item.value, into: array, at: index)
      if let new { note(bound, item, entity: new, step: .index(index)) }
      return new
    case .value(let object) where object.kind == .object:
      try addMembers(to: object, bound, item)
      return nil
    case .value(let value):
      throw OKitError(
        .exists, "\(name(of: slot)) is already \(value.shown)", remedy: .words("use 'okit set' to change it"))
    case .entry(_, let array):
      let type = type(of: slot)
      let json = try newJSON(item.value, type, slot, beside: nil)
      let new = try change(array) { try slot.set(json) }
      try complete(new, type, name(of: slot))
      note(bound, item, entity: new.kind == .object ? new : nil)
      return new
    case .element(let index, let array):
      throw noElement(
        index, of: array, hint: "write the path of the array, without an index, to append the value")
    case .member(let key, let object):
      let new = try addMember(key, item.value, to: object)
      // Without a definition, the path only leads to the object.
      let isNamed = bound.slot == slot
      note(bound, item, entity: new.kind == .array ? new[0] : new, step: isNamed ? nil : .property(key))
      return new
    }
  }

  /// Returns the place of a new value. Without a definition for its object, the place can also be a member that no other object has.
  func slotForNew(_ item: EditItem) throws -> (bound: BoundValue, slot: BindingSlot) {
    do {
      let bound = try matchesCreatingDictionary(item, all: nil)[0]
      return (bound, try slot(bound, of: item))
    } catch let error as BindingError where error.kind == .notFound {
      guard let (outer, last) = item.binding.parent, case .property(let key) = last.step, error.range == last.range,
        let bound = try matches(EditItem(outer, model: item.model), all: nil).first, let object = bound.slot?.value,
        object.kind == .object, let place = store.place(of: object), classes.definition(of: place) == nil
      else { throw error }
      return (bound, .member(key, of: object))
    }
  }

  /// Returns the index of a new element in an array of `count` elements.
  func index(_ placement: EditSession.Placement, in count: Int) throws -> Int {
    guard case .index(let given) = placement else { return count }
    let index = given < 0 ? count + given + 1 : given
    guard 0...count ~= index else {
      throw OKitError(.notFound, "no index \(given): the array has \(Self.elements(count))")
    }
    return index
  }

  // MARK: - Elements

  /// Inserts an element and returns it; nil if a set already contains it.
  func insert(_ value: EditItem.Value?, into array: JSONValue, at index: Int) throws -> JSONValue? {
    let slot = BindingSlot.element(index, of: array)
    try requirePlainArray(around: slot)
    let type = type(of: slot)
    let json = try newJSON(value, type, slot, beside: array.elements.first { !$0.isNull })
    if case .set? = store.place(of: array).flatMap(classes.type)?.unwrapped {
      let new = try JSONDocument(parsing: json).root
      if array.elements.contains(where: { $0.isSame(as: new) }) { return nil }
    }
    noteTouched(array)
    let new = try change(array) { try array.insert(json, at: index) }
    try complete(new, type, name(of: slot))
    return new
  }

  // MARK: - Members

  private func addMembers(to object: JSONValue, _ bound: BoundValue, _ item: EditItem) throws {
    guard let json = item.value?.parsed, json.kind == .object, !json.isEmptyContainer else {
      throw OKitError(
        .usage, "the members to add must be a JSON object",
        remedy: .words("write them as {\"KEY\": VALUE}, or add a key to the path"))
    }
    try json.document.requireDistinctKeys()
    for (key, value) in json.members {
      let new = try addMember(key.string, .json(value), to: object)
      note(bound, item, entity: new, step: .property(key.string))
    }
  }

  /// Adds a member to an object and returns its value.
  func addMember(_ member: String, _ value: EditItem.Value?, to object: JSONValue) throws -> JSONValue {
    // Like in a path, the name of the property in its class is accepted, too.
    let key = try object[member] == nil ? store.storedName(of: member, in: object) ?? member : member
    guard object[key] == nil else {
      throw OKitError(
        .exists, "\(PathComponent.printable(key)) already exists", remedy: .words("use 'okit set' to change it"))
    }
    let slot = BindingSlot.member(key, of: object)
    try requireKey(of: slot)
    let type = type(of: slot)
    if let place = store.place(of: object), let definition = classes.definition(of: place), type == nil {
      throw OKitError(
        .notFound, "\(definition.name) has no property \(PathComponent.printable(key))",
        remedy: .candidates(definition.properties.map(\.key), insteadOf: key))
    }
    let json: String
    if let element = type?.unwrapped.element, value?.parsed?.kind != .array {
      // The array is missing and is created with the new element.
      json = try "[\(newJSON(value, element, slot, beside: nil))]"
    } else {
      let isDictionary = store.place(of: object).flatMap(classes.definition) == nil
      json = try newJSON(value, type, slot, beside: isDictionary ? object.members.first { _ in true }?.value : nil)
    }
    noteTouched(object)
    let new = try change(object) { try object.add(key, json) }
    try complete(new, type, name(of: slot))
    return new
  }

  // MARK: - Values

  /// Returns the JSON of a new value for a place, based on its type or on a sibling value.
  private func newJSON(
    _ value: EditItem.Value?, _ type: PropertyType?, _ slot: BindingSlot, beside sample: JSONValue?
  ) throws -> String {
    let given = value?.parsed
    if let given { try requireNewIDs(in: given) }
    if let value, given?.kind != .object {
      if case .text(let text) = value, let given, isMeant(given, type, sample) {
        try given.document.requireDistinctKeys()
        return text
      }
      guard let json = try json(value, type, slot) else {
        throw OKitError(.malformed, "\(name(of: slot)) needs a value")
      }
      return json.rawText
    }
    try given?.document.requireDistinctKeys()
    let new = NewEntity(initialData: initialData(newID: edit.newID))
    if let name = type?.objectClass {
      let (given, entity) = try withoutPartialEntity(given, of: name)
      let json = try new.json(of: name, given: given)
      if let entity, let id = try JSONDocument(parsing: json).root["id"]?.string { partialEntities[id] = entity }
      return json
    }
    guard type == nil, given != nil || sample?.kind == .object else {
      if let given { return given.rawText }
      throw OKitError(.usage, "no value to add", remedy: .words("write the value as JSON after the path"))
    }
    return new.json(like: sample, given: given)
  }

  /// Splits the JSON for a stand-in into the stand-in and its entity, which is in the property that returns the entity in the app.
  private func withoutPartialEntity(
    _ given: JSONValue?, of className: String
  ) throws -> (standIn: JSONValue?, entity: JSONValue?) {
    guard let given, let definition = classes.definitions.classes[className],
      let name = definition.partialEntity?.property, let entity = given[name],
      definition.property(storedAs: name) == nil
    else { return (given, nil) }
    guard entity.kind == .object, entity["id"] == nil else {
      throw OKitError(
        .malformed,
        "\(PathComponent.printable(name)) must be an object without an id, because the entity has the same id as its \(className)"
      )
    }
    for (key, value) in entity.members {
      guard let other = given[key.string], !other.isSame(as: value) else { continue }
      throw OKitError(
        .malformed,
        "\(PathComponent.printable(key.string)) differs in the \(className) and its \(PathComponent.printable(name)), which share it"
      )
    }
    var standIn = JSONWriter()
    standIn.object { writer in
      for (key, value) in given.members where key != name { writer.member(key.string, value) }
      // Otherwise the default of the stand-in would replace it.
      for (key, value) in entity.members
      where value.kind != .object && value.kind != .array && given[key.string] == nil
        && definition.property(storedAs: key.string) != nil
      {
        writer.member(key.string, value)
      }
    }
    return (try JSONDocument(parsing: standIn.text).root, entity)
  }

  /// True if the typed text is JSON of the required type, and not the content of a string.
  private func isMeant(_ given: JSONValue, _ type: PropertyType?, _ sample: JSONValue?) -> Bool {
    guard let type else { return sample.map { $0.kind == given.kind } ?? true }
    return checker.walk(given, as: type).faults.isEmpty
  }

  /// Adds missing ids and defaults to a new value and everything in it, and creates the files of its partials.
  private func complete(_ new: JSONValue, _ type: PropertyType?, _ name: String) throws {
    noteNew(new)
    let standIns = try fit(new, type, name, isNew: true)
    try requireDistinct(around: new, type)
    for standIn in standIns { try makePartial(of: standIn) }
  }

  /// Creates the partial of a new stand-in.
  func makePartial(of standIn: JSONValue) throws {
    guard let place = store.place(of: standIn), let entity = classes.definition(of: place)?.partialEntity,
      let id = standIn["id"]?.string
    else { return }
    let path = ModelFiles.partialPath(id, of: place.document.model)
    try PathComponent.check(new: id, as: "partial", ending: ".json")
    guard try !edit.isTaken(path) else { return }
    // Properties of both get equal values, except for entities, whose ids must be unique.
    let shared = classes.definitions.classes[entity.className]?.properties.map(\.key).filter { $0 != "id" } ?? []
    var given = JSONWriter()
    given.object { given in
      for (key, value) in standIn.members where shared.contains(where: { key == $0 }) {
        guard let text = value.copy(inPlaceOf: nil, newID: edit.newID) else { continue }
        given.member(key.string, JSONText(text))
      }
      for (key, value) in partialEntities.removeValue(forKey: id)?.members.map({ $0 }) ?? []
      where !shared.contains(where: { key == $0 }) || standIn[key.string] == nil {
        given.member(key.string, value)
      }
    }
    let json: String
    do {
      json = try NewEntity(initialData: initialData(newID: edit.newID)).json(
        of: entity.className, given: JSONDocument(parsing: given.text).root)
    } catch let error as OKitError where error.kind == .malformed {
      // The stand-in does not have the property, so the hint says where its value belongs.
      throw OKitError(
        error.kind, error.detail,
        remedy: .words(
          "write the values of the new \(entity.className) in '\(entity.property)', as in '{\"\(entity.property)\": {…}}'"
        ))
    }
    let main = try store.main(place.document.model).opened
    let document = try JSONDocument(parsing: json, secret: main.form.isEncrypted).live()
    // Later edits in the same session can change the new partial.
    store.adopt(
      ModelDocument(
        model: place.document.model, path: path,
        opened: OpenedDocument(
          file: FileSnapshot(path: workspace.storage.absolute(path), status: main.file.status), form: main.form,
          document: document),
        standIn: place))
    try fit(document.root, .object(entity.className), "the new \(entity.className)")
    edit.write(path, like: main, old: nil) { sink in try document.currentText.write(to: sink) }
  }
}

extension EditItem.Value {
  /// The JSON value; nil if the text is not JSON.
  fileprivate var parsed: JSONValue? {
    switch self {
    case .text(let text), .typed(let text, _): try? JSONDocument(parsing: text).root
    case .json(let value): value
    }
  }
}
