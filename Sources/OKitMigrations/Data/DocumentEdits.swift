import JSONDocument
import OKitStorage

/// Edits of a migrating model's documents, which are collected and then made together.
struct DocumentEdits {
  private let model: MigratingModel
  /// The editors by the indices of the documents.
  private var editors: [JSONEditor?]
  /// The values that changed as a whole; nil if they are not recorded, because they can be millions.
  private var changedValues: EditedRanges?

  init(_ model: MigratingModel, recordingChanges: Bool) {
    self.model = model
    changedValues = recordingChanges ? EditedRanges() : nil
    editors = Array(repeating: nil, count: model.documents.count)
  }

  /// Replaces a value in the document at `index` by JSON; nil removes it.
  mutating func replace(_ value: JSONValue, with json: String?, in index: Int) throws {
    guard let json else { return try remove(value, in: index) }
    try edit(value, index) { editor throws(JSONEditError) in try editor.replace(value, with: json) }
    record(value, index)
  }

  /// Removes a member or element.
  mutating func remove(_ value: JSONValue, in index: Int) throws {
    try edit(value, index) { editor throws(JSONEditError) in try editor.remove(value) }
    record(value, index)
  }

  /// Renames a member.
  mutating func rename(_ value: JSONValue, to key: String, in index: Int) throws {
    try edit(value, index) { editor throws(JSONEditError) in try editor.rename(value, to: key) }
  }

  /// Renames members of an object at once, so that one can get the former key of another.
  mutating func rename(_ members: [(value: JSONValue, key: String)], in index: Int) throws {
    guard let first = members.first else { return }
    try edit(first.value, index) { editor throws(JSONEditError) in try editor.rename(members) }
  }

  /// Adds a member at the end of an object.
  mutating func add(_ key: String, _ json: String, to object: JSONValue, in index: Int) throws {
    try edit(object, index) { editor throws(JSONEditError) in try editor.add(key, json, to: object) }
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
    changedValues?.contain(object, in: index) ?? false
  }

  /// Returns the new text of a changed document, and forgets its edits; nil if none is left.
  mutating func popText() -> (index: Int, bytes: JSONBytes)? {
    while let last = editors.popLast() {
      if let editor = last, !editor.isEmpty { return (editors.count, editor.apply()) }
    }
    return nil
  }

  private mutating func record(_ value: JSONValue, _ index: Int) {
    // Objects can only be inside of objects and arrays.
    if value.kind == .object || value.kind == .array { changedValues?.add(value, in: index) }
  }

  private mutating func edit(
    _ value: JSONValue, _ index: Int, _ body: (inout JSONEditor) throws(JSONEditError) -> Void
  ) throws {
    if editors[index] == nil { editors[index] = JSONEditor(model.documents[index].json) }
    do throws(JSONEditError) {
      // In place, because copying the editor for each of many edits is slow.
      try body(&editors[index]!)
    } catch {
      throw model.error(.malformed, "cannot be changed: \(error)", at: value, in: index)
    }
  }
}
