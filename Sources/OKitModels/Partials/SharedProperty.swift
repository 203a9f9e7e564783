package import JSONDocument
import OKitStorage

/// A property that both a stand-in and its entity have.
package struct SharedProperty {
  /// The key of the property.
  package let key: String
  /// The value in the stand-in.
  package let inModel: JSONValue
  /// The value in the partial.
  package let inPartial: JSONValue

  package init(key: String, inModel: JSONValue, inPartial: JSONValue) {
    self.key = key
    self.inModel = inModel
    self.inPartial = inPartial
  }

  /// Returns the properties that both have, except the id, which is different on each side.
  package static func all(_ standIn: JSONValue, _ entity: JSONValue) -> [SharedProperty] {
    standIn.members.compactMap { key, value in
      guard key != "id", key.isFirst, let other = key.withBytes({ entity.member(withKeyBytes: $0) }) else { return nil }
      return SharedProperty(key: key.string, inModel: value, inPartial: other)
    }
  }

  /// Returns the properties that both have with different values.
  package static func differing(_ standIn: JSONValue, _ entity: JSONValue) -> [SharedProperty] {
    all(standIn, entity).filter { !$0.inModel.isEquivalent(to: $0.inPartial) }
  }

  /// A description of the difference that begins with the path of the first different value.
  package var difference: String {
    var (path, one, other) = (key, inModel, inPartial)
    while let (step, inner, otherInner) = Self.firstDifference(one, other) {
      path += step
      guard let inner, let otherInner else {
        return "\(PathComponent.printable(path)) is \(Self.shown(inner)), but \(Self.shown(otherInner)) in the partial"
      }
      (one, other) = (inner, otherInner)
    }
    if one.isReference || other.isReference, one.kind == .object, other.kind == .object {
      return
        "\(PathComponent.printable(path)) refers to \(Self.target(one)), but to \(Self.target(other)) in the partial"
    }
    if one.kind == .object, other.kind == .object, let id = one["id"], let otherID = other["id"] {
      return
        "\(PathComponent.printable(path)) is the entity \(id.shown), but \(otherID.shown) in the partial: each side has its own"
    }
    if one.kind == .array, other.kind == .array {
      return "\(PathComponent.printable(path)) has \(one.count) elements, but \(other.count) in the partial"
    }
    return "\(PathComponent.printable(path)) is \(one.shown), but \(other.shown) in the partial"
  }

  /// Returns the first difference between two objects or arrays, except ids; nil if there is none or the values are of other kinds.
  private static func firstDifference(
    _ one: JSONValue, _ other: JSONValue
  ) -> (step: String, one: JSONValue?, other: JSONValue?)? {
    if one.isReference || other.isReference { return nil }
    if one.kind == .array, other.kind == .array, one.count == other.count {
      let pair = zip(one.elements, other.elements).enumerated().first { !$1.0.isEquivalent(to: $1.1) }
      return pair.map { ("[\($0)]", $1.0, $1.1) }
    }
    guard one.kind == .object, other.kind == .object else { return nil }
    for (key, value) in one.members where key != "id" {
      guard let second = other[key.string] else { return ("/" + key.string, value, nil) }
      if !value.isEquivalent(to: second) { return ("/" + key.string, value, second) }
    }
    return other.members.first { $0.key != "id" && one[$0.key.string] == nil }
      .map { ("/" + $0.key.string, nil, $0.value) }
  }

  private static func shown(_ value: JSONValue?) -> String { value?.shown ?? "absent" }

  private static func target(_ reference: JSONValue) -> String {
    let id = reference["refKey"]?.string ?? ""
    return id.isEmpty ? "nothing" : PathComponent.printable(id)
  }
}

/// Comparing and copying between two files. An entity can be in only one of them, because its id must be unique.
extension JSONValue {
  /// True if it has the shape of a reference: only the id that it refers to and its own id.
  package var isReference: Bool { self["refKey"] != nil && hasOnlyIDs }

  /// True if it can be a reference that was never set: it has only an id.
  private var isBare: Bool { self["id"] != nil && self["refKey"] == nil && hasOnlyIDs }

  private var hasOnlyIDs: Bool {
    kind == .object
      && members.allSatisfy { ($0.key == "id" || $0.key == "refKey") && ($0.value.kind == .string || $0.value.isNull) }
  }

  /// True if it is a nonempty array of references.
  private var isReferences: Bool { kind == .array && !isEmptyContainer && elements.allSatisfy(\.isReference) }

  /// True if both are equal, or are references to the same entity. Each reference has its own id.
  package func isEquivalent(to other: JSONValue) -> Bool {
    if isReference || isBare, other.isReference || other.isBare {
      return (self["refKey"]?.string ?? "") == (other["refKey"]?.string ?? "")
    }
    if isReferences, other.isReferences, count == other.count {
      return zip(elements, other.elements).allSatisfy { $0.isEquivalent(to: $1) }
    }
    return isSame(as: other)
  }

  /// True if it is or contains an object with an id.
  package var holdsIDs: Bool {
    var holds = false
    forEachEntity { _, _ in holds = true }
    return holds
  }

  /// True if it contains ids other than those of references, which can be copied.
  var holdsEntities: Bool { !isReference && !isReferences && holdsIDs }

  /// Returns the text for a copy in the other file, in place of `old`. Existing references keep their ids there, and new ones get new ids. Nil if the
  /// value contains entities.
  package func copy(inPlaceOf old: JSONValue?, newID: () -> String) -> String? {
    if isReference || isBare && old?.isReference == true {
      let isKept = old?.isReference == true || old?.isBare == true
      return reference(id: isKept ? old?["id"]?.string : nil, newID)
    }
    if isReferences {
      var ids: [String: [String]] = [:]
      for element in old?.elements.map({ $0 }) ?? [] where element.isReference {
        if let id = element["id"]?.string { ids[element["refKey"]?.string ?? "", default: []].append(id) }
      }
      let texts = elements.map { element -> String in
        let key = element["refKey"]?.string ?? ""
        let id = ids[key]?.isEmpty == false ? ids[key]?.removeFirst() : nil
        return element.reference(id: id, newID)
      }
      return "[\(texts.joined(separator: ","))]"
    }
    return holdsEntities ? nil : snapshot.rawText
  }

  /// True if a copy of `new` in its place removes no entity.
  package func canBeReplaced(by new: JSONValue?) -> Bool { !holdsEntities || isBare && new?.isReference == true }

  private func reference(id: String?, _ newID: () -> String) -> String {
    var writer = JSONWriter()
    writer.object { writer in
      if let id = id ?? (self["id"] == nil ? nil : newID()) { writer.member("id", id) }
      if let target = self["refKey"] { writer.member("refKey", target) }
    }
    return writer.text
  }
}

extension JSONKey {
  fileprivate func withBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    var text = string
    return text.withUTF8 { body(UnsafeRawBufferPointer($0)) }
  }
}
