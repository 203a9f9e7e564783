import JSONDocument

/// Edits of a value, so that it says what another one says: only what differs is touched.
///
/// Objects are compared by their keys, arrays of one length element by element, and of other arrays what is equal at both ends stays.
struct ValueDifference {
  /// So many elements are inserted before others one by one; more of them replace the array.
  private static let insertions = 1024

  /// The values that come in, as they are in the new document.
  private var added: Set<JSONValue> = []
  /// Objects of the new document that lack something which the old ones have.
  private var shrunk: Set<JSONValue> = []

  /// Makes the edits that `old` needs. Throws `JSONEditError`.
  init(from old: JSONValue, to new: JSONValue, _ editor: inout JSONEditor) throws {
    var open = [(old, new)]
    while let (old, new) = open.popLast() {
      switch (old.kind, new.kind) {
      case (.object, .object): try compareMembers(old, new, &open, &editor)
      case (.array, .array): try compareElements(old, new, &open, &editor)
      default:
        guard !old.isSame(as: new) else { continue }
        added.insert(new)
        try editor.replace(old, with: new.rawText)
      }
    }
  }

  /// Whether `value`, of the new document, came in or is where something went.
  func concerns(_ value: JSONValue) -> Bool {
    if shrunk.contains(value) { return true }
    var around: JSONValue? = value
    while let current = around {
      if added.contains(current) { return true }
      around = current.parent
    }
    return false
  }

  private mutating func compareMembers(
    _ old: JSONValue, _ new: JSONValue, _ open: inout [(JSONValue, JSONValue)], _ editor: inout JSONEditor
  ) throws {
    let (oldMembers, newMembers) = (Self.members(of: old), Self.members(of: new))
    for (key, value) in oldMembers.order {
      if let match = newMembers.byKey[ExactText(key)] {
        open.append((value, match))
      } else {
        shrunk.insert(new)
        try editor.remove(value)
      }
    }
    for (key, value) in newMembers.order where oldMembers.byKey[ExactText(key)] == nil {
      added.insert(value)
      try editor.add(key, value.rawText, to: old)
    }
  }

  /// The members in their order; of a key that is there twice the first.
  private static func members(
    of object: JSONValue
  ) -> (order: [(String, JSONValue)], byKey: [ExactText: JSONValue]) {
    var order: [(String, JSONValue)] = []
    var byKey: [ExactText: JSONValue] = [:]
    for (key, value) in object.members {
      let text = key.string
      guard byKey.updateValue(byKey[ExactText(text)] ?? value, forKey: ExactText(text)) == nil else { continue }
      order.append((text, value))
    }
    return (order, byKey)
  }

  private mutating func compareElements(
    _ old: JSONValue, _ new: JSONValue, _ open: inout [(JSONValue, JSONValue)], _ editor: inout JSONEditor
  ) throws {
    let (ours, theirs) = (Array(old.elements), Array(new.elements))
    guard ours.count != theirs.count else {
      open.append(contentsOf: zip(ours, theirs))
      return
    }
    let common = min(ours.count, theirs.count)
    var prefix = 0
    while prefix < common, ours[prefix].isSame(as: theirs[prefix]) { prefix += 1 }
    var suffix = 0
    while suffix < common - prefix, ours[ours.count - 1 - suffix].isSame(as: theirs[theirs.count - 1 - suffix]) {
      suffix += 1
    }
    let coming = theirs[prefix..<theirs.count - suffix]
    if suffix > 0, coming.count > Self.insertions {
      added.insert(new)
      return try editor.replace(old, with: new.rawText)
    }
    for value in ours[prefix..<ours.count - suffix] { try editor.remove(value) }
    for value in coming {
      added.insert(value)
      if suffix == 0 {
        try editor.append(value.rawText, to: old)
      } else {
        try editor.insert(value.rawText, at: ours.count - suffix, in: old)
      }
    }
  }
}
