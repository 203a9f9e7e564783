package import JSONDocument
import OKitStorage

/// Edits a live document so that a value equals another one. Only the differences are changed.
///
/// Objects are compared by key. Arrays of equal length are compared element by element. In other arrays, equal elements at both ends remain.
package struct ValueDifference {
  /// The added values, in the new document.
  private var added: Set<JSONValue> = []
  /// The objects and arrays of the new document from whose old versions something was removed.
  private var shrunk: Set<JSONValue> = []

  /// True if both values are equal.
  package var isEmpty: Bool { added.isEmpty && shrunk.isEmpty }

  /// Makes the changes that `old` needs. Calls `willReplace` before a value is replaced.
  ///
  /// Throws `JSONEditError` and the errors of `willReplace`.
  package init(
    from old: JSONValue, to new: JSONValue,
    willReplace: (_ old: JSONValue, _ new: JSONValue) throws -> Void = { _, _ in }
  ) throws {
    var open = [(old, new)]
    while let (old, new) = open.popLast() {
      switch (old.kind, new.kind) {
      case (.object, .object): try compareMembers(old, new, &open)
      case (.array, .array): try compareElements(old, new, &open)
      default:
        guard !old.isSame(as: new) else { continue }
        added.insert(new)
        try willReplace(old, new)
        try old.replace(with: new.rawText)
      }
    }
  }

  /// True if `value` in the new document was added, or if something was removed from it.
  package func concerns(_ value: JSONValue) -> Bool {
    if shrunk.contains(value) { return true }
    var around: JSONValue? = value
    while let current = around {
      if added.contains(current) { return true }
      around = current.parent
    }
    return false
  }

  private mutating func compareMembers(
    _ old: JSONValue, _ new: JSONValue, _ open: inout [(JSONValue, JSONValue)]
  ) throws(JSONEditError) {
    let (oldMembers, newMembers) = (Self.members(of: old), Self.members(of: new))
    var going: Set<JSONValue> = []
    var pairs: [(JSONValue, JSONValue)] = []
    for (key, value) in oldMembers.order {
      if let match = newMembers.byKey[ExactText(key)] {
        pairs.append((value, match))
      } else {
        shrunk.insert(new)
        going.insert(value)
      }
    }
    // The last pair is compared first.
    open.append(contentsOf: pairs.reversed())
    if !going.isEmpty { try old.removeItems(going) }
    for (key, value) in newMembers.order where oldMembers.byKey[ExactText(key)] == nil {
      added.insert(value)
      try old.add(key, value.rawText)
    }
  }

  /// Returns the members in order. The first of repeated keys counts.
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
    _ old: JSONValue, _ new: JSONValue, _ open: inout [(JSONValue, JSONValue)]
  ) throws(JSONEditError) {
    let (ours, theirs) = (Array(old.elements), Array(new.elements))
    guard ours.count != theirs.count else {
      open.append(contentsOf: zip(ours, theirs).reversed())
      return
    }
    let common = min(ours.count, theirs.count)
    var prefix = 0
    while prefix < common, ours[prefix].isSame(as: theirs[prefix]) { prefix += 1 }
    var suffix = 0
    while suffix < common - prefix, ours[ours.count - 1 - suffix].isSame(as: theirs[theirs.count - 1 - suffix]) {
      suffix += 1
    }
    if ours.count > theirs.count { shrunk.insert(new) }
    let going = ours[prefix..<ours.count - suffix]
    if !going.isEmpty { try old.removeItems(Set(going)) }
    for index in prefix..<theirs.count - suffix {
      added.insert(theirs[index])
      try old.insert(theirs[index].rawText, at: index)
    }
  }
}
