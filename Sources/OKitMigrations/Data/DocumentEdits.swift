import JSONDocument
import OKitStorage

/// Edits of a migrating model's documents, which are collected and then made together.
struct DocumentEdits {
  private let model: MigratingModel
  /// The live copies of the documents that change, by their indices; nil for documents without edits.
  private var live: [JSONDocument?]
  /// The values that changed as a whole; nil if they are not recorded, because they can be millions.
  private var changedValues: EditedRanges?

  init(_ model: MigratingModel, recordingChanges: Bool) {
    self.model = model
    changedValues = recordingChanges ? EditedRanges() : nil
    live = Array(repeating: nil, count: model.documents.count)
  }

  /// Replaces a value in the document at `index` by JSON; nil removes it.
  mutating func replace(_ value: JSONValue, with json: String?, in index: Int) throws {
    guard let json else { return try remove(value, in: index) }
    try edit(value, index) { value throws(JSONEditError) in
      // The new text was made from the unchanged model, so it would lose a change in the value.
      try value.requireUnchanged()
      try value.replace(with: json)
    }
    record(value, index)
  }

  /// Removes a member or element.
  mutating func remove(_ value: JSONValue, in index: Int) throws {
    try edit(value, index) { value throws(JSONEditError) in
      try value.requireUnchanged()
      try value.remove()
    }
    record(value, index)
  }

  /// Renames a member.
  mutating func rename(_ value: JSONValue, to key: String, in index: Int) throws {
    try edit(value, index) { value throws(JSONEditError) in try value.rename(to: key) }
  }

  /// Renames members of an object at once, so that one can get the former key of another.
  mutating func rename(_ members: [(value: JSONValue, key: String)], of object: JSONValue, in index: Int) throws {
    try edit(object, index, failingAt: members.first?.value) { object throws(JSONEditError) in
      // Finds the members by their keys, because their values may have been replaced.
      let current = members.map { member in (member.value.key.flatMap { object[$0.string] }, member.key) }
      try object.renameMembers(current.compactMap { value, key in value.map { ($0, key) } })
    }
  }

  /// Adds a member at the end of an object.
  mutating func add(_ key: String, _ json: String, to object: JSONValue, in index: Int) throws {
    try edit(object, index) { object throws(JSONEditError) in try object.add(key, json) }
  }

  /// Sets a member of an object, and replaces the value that the object has under the key.
  mutating func set(_ key: String, to json: String, of object: JSONValue, in index: Int) throws {
    if let old = object[key] {
      try replace(old, with: json, in: index)
    } else {
      try add(key, json, to: object, in: index)
    }
  }

  /// Returns true if an object is in a value that changed as a whole. Callers must ask in the order of the text.
  mutating func haveChanged(around object: JSONValue, in index: Int) -> Bool {
    changedValues?.contains(object, in: index) ?? false
  }

  /// Returns the new text of a changed document, and forgets its edits; nil if none is left.
  mutating func popText() -> (index: Int, bytes: JSONBytes)? {
    while let last = live.popLast() {
      if let document = last, document.isChanged { return (live.count, document.currentText.bytes()) }
    }
    return nil
  }

  private mutating func record(_ value: JSONValue, _ index: Int) {
    // Objects can only be inside of objects and arrays.
    if value.kind == .object || value.kind == .array { changedValues?.add(value, in: index) }
  }

  /// Changes the live value that corresponds to a value of the model, which stays the same until all edits are collected.
  private mutating func edit(
    _ value: JSONValue, _ index: Int, failingAt place: JSONValue? = nil,
    _ body: (JSONValue) throws(JSONEditError) -> Void
  ) throws {
    let document = live[index] ?? model.documents[index].json.live()
    live[index] = document
    do throws(JSONEditError) {
      try body(document.value(at: value.index))
    } catch {
      throw model.error(.malformed, "cannot be changed: \(error)", at: place ?? value, in: index)
    }
  }
}
