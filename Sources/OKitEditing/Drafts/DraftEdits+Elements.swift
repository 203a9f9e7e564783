import Bindings
import Definitions
import JSONDocument
import OKitModels
import OKitStorage

/// Edits of arrays. An element is the same as one of the draft if it has the same id or the same text, or if it stands in its place.
extension DraftEdits {
  mutating func mergeElements(
    _ new: JSONValue, _ base: JSONValue, _ old: JSONValue, _ type: PropertyType?, _ depth: Int
  ) throws {
    let (wanted, former, stored) = (Array(new.elements), Array(base.elements), Array(old.elements))
    let matches = ElementMatches(wanted, former) { [moves] in moves.entity($0) == nil }
    let elementType = type?.unwrapped.element
    let kept = Set(matches.indices.compactMap { $0 })
    let going = stored.indices.filter { !kept.contains($0) }
    if !going.isEmpty {
      let leaving = Set(going.map { stored[$0] }.filter { moves.entity($0) != nil })
      for element in leaving { moves.noteLeaving(of: element) }
      let removed = going.map { stored[$0] }.filter { !leaving.contains($0) }
      if !removed.isEmpty { try session.removeElements(removed, of: old) }
      if !leaving.isEmpty {
        session.noteTouched(old)
        try session.change(old) { try old.removeItems(leaving) }
      }
      noteChange(of: nil, in: old)
    }
    // An element that stands before one that it followed is moved.
    var last = -1
    var moved: Set<Int> = []
    for index in matches.indices.compactMap({ $0 }) {
      if index < last { moved.insert(index) } else { last = index }
    }
    let texts = Dictionary(uniqueKeysWithValues: moved.map { ($0, stored[$0].snapshot.rawText) })
    if !moved.isEmpty {
      let elements = Set(moved.map { stored[$0] })
      session.noteTouched(old)
      try session.change(old) { try old.removeItems(elements) }
      noteChange(of: nil, in: old)
    }
    // The number of elements in front of the next one that could not be added because of a fault.
    var missing = 0
    for (position, value) in wanted.enumerated() {
      let place = position - missing
      if let moved = moves.entity(value), moved.type == elementType {
        let element = try session.change(old) { try old.insert(moved.json, at: place) }
        session.noteTouched(old)
        noteChange(of: .index(place), in: old)
        moves.noteArrival(of: value)
        try attempt(at: value) { try $0.merge(value, moved.former, element, elementType, depth: depth + 1) }
        continue
      }
      guard let index = matches.indices[position] else {
        let count = old.count
        try attempt(at: value) { try $0.insert(value, into: old, at: place, elementType) }
        if old.count == count { missing += 1 }
        continue
      }
      var element = stored[index]
      if let text = texts[index] { element = try session.change(old) { try old.insert(text, at: place) } }
      try attempt(at: value) { try $0.merge(value, former[index], element, elementType, depth: depth + 1) }
    }
    if !going.isEmpty || !moved.isEmpty { session.noteTouched(old) }
  }

  private mutating func insert(
    _ new: JSONValue, into array: JSONValue, at index: Int, _ type: PropertyType?
  ) throws {
    if new.isNull, type?.isOptional ?? true {
      session.noteTouched(array)
      try session.change(array) { try array.insert("null", at: index) }
      return noteChange(of: .index(index), in: array)
    }
    var value = StoredValue(self, near: array)
    guard let added = try session.insert(.json(value.json(new, type)), into: array, at: index) else {
      throw OKitError(.malformed, "the set already contains \(new.shown)")
    }
    noteChange(of: .index(index), in: array, newID: added["id"]?.string)
    try storeFiles(value.files, in: added)
  }
}

/// The elements of an array before it was edited, for each element after it was edited.
struct ElementMatches {
  /// For each element, the index of the former one; nil for a new element.
  private(set) var indices: [Int?]

  /// - Parameter canBeEdited: False for an element that is certainly no edited version of another one, because it comes from another array or goes to one.
  init(_ new: [JSONValue], _ old: [JSONValue], canBeEdited: (JSONValue) -> Bool = { _ in true }) {
    indices = Array(repeating: nil, count: new.count)
    var places: [[UInt8]: [Int]] = [:]
    for (index, value) in old.enumerated().reversed() { places[Self.identity(of: value), default: []].append(index) }
    for (position, value) in new.enumerated() { indices[position] = places[Self.identity(of: value)]?.popLast() }
    pairRest(new, old, canBeEdited)
  }

  /// Returns what does not change if a person edits an element: the id of an entity, or else all of it.
  private static func identity(of value: JSONValue) -> [UInt8] {
    if value.kind == .object, let id = value["id"]?.string, !id.isEmpty { return Array("id \(id)".utf8) }
    return JSONWriter.compact(value)
  }

  /// Pairs the elements between the same neighbors in their order.
  private mutating func pairRest(_ new: [JSONValue], _ old: [JSONValue], _ canBeEdited: (JSONValue) -> Bool) {
    let known = Set(indices.compactMap { $0 })
    var rest: [Int: [Int]] = [:]
    var last = -1
    for index in old.indices where canBeEdited(old[index]) {
      if known.contains(index) { last = index } else { rest[last, default: []].append(index) }
    }
    last = -1
    for position in new.indices {
      if let index = indices[position] {
        last = index
        continue
      }
      guard canBeEdited(new[position]), let candidate = rest[last]?.first, Self.canBeSame(new[position], old[candidate])
      else { continue }
      rest[last]?.removeFirst()
      indices[position] = candidate
    }
  }

  /// True if one value can be an edited version of the other: both are of the same kind, and both or none have an id.
  private static func canBeSame(_ new: JSONValue, _ old: JSONValue) -> Bool {
    new.kind == old.kind && (new["id"] == nil) == (old["id"] == nil)
  }
}
