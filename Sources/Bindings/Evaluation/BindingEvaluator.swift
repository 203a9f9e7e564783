public import JSONDocument

/// A value that a binding leads to.
public struct BoundValue {
  /// The value; nil where it is absent though it could be there.
  public let value: JSONValue?
  /// The steps that led there, each a property's name or an index from the front.
  public let path: [Step]
  /// The nearest entity on the path: an object with a string `id`, or the root.
  public let entity: JSONValue

  /// A step as it was resolved.
  public enum Step: Equatable, Sendable {
    /// A property or dictionary key.
    case property(String)
    /// An element of an array, from 0; one outside of it as it was written.
    case index(Int)
  }
}

extension Binding {
  /// Follows the binding.
  ///
  /// Throws what `surroundings` throws, and `BindingError` of kind `notFound` where neither the object nor any of its siblings has the
  /// property, or an index is outside of its array, and of kind `wrongKind` where a step makes no sense.
  public func evaluate(in surroundings: some BindingSurroundings) throws -> BoundValue {
    let root = try surroundings.root(ofModel: model)
    var walk = Walk(binding: self, surroundings: surroundings, value: root, entity: root)
    for segment in segments { try walk.take(segment) }
    return BoundValue(value: walk.value, path: walk.path, entity: walk.entity)
  }
}

private struct Walk<Surroundings: BindingSurroundings> {
  let binding: Binding
  let surroundings: Surroundings
  var value: JSONValue?
  var entity: JSONValue
  var path: [BoundValue.Step] = []

  mutating func take(_ segment: Binding.Segment) throws {
    // Once a value is absent, everything after it is absent.
    guard let current = value, current.kind != .null else {
      value = nil
      return
    }
    switch segment.step {
    case .current: return
    case .index(let index): try takeIndex(index, of: current, segment)
    case .property(let name):
      if current.kind == .array, let index = Int(name) {
        try takeIndex(index, of: current, segment)
      } else {
        try takeProperty(name, of: current, segment)
      }
    }
    if let value, value.kind == .object, value["id"]?.string != nil { entity = value }
  }

  private mutating func takeIndex(_ index: Int, of array: JSONValue, _ segment: Binding.Segment) throws(BindingError) {
    guard array.kind == .array else { throw error(.wrongKind, "\(describe(array)) has no elements", segment) }
    let count = array.count
    let position = index < 0 ? count + index : index
    // Outside of the array there is no value.
    value = position >= 0 ? array[position] : nil
    path.append(.index(value == nil ? index : position))
  }

  private mutating func takeProperty(_ name: String, of object: JSONValue, _ segment: Binding.Segment) throws {
    guard object.kind == .object else {
      if object.kind == .array {
        throw error(.unsupported, "going through all elements of an array cannot be used yet", segment)
      }
      throw error(.wrongKind, "\(describe(object)) has no properties", segment)
    }
    path.append(.property(name))
    value = object[name]
    if value == nil { value = try unstored(name, of: object, segment) }
  }

  /// The value of a property that `object` does not store: the entity behind a reference, the one of a partial, or an absent one.
  private func unstored(_ name: String, of object: JSONValue, _ segment: Binding.Segment) throws -> JSONValue? {
    if name == "ref", let key = object["refKey"] {
      return key.string.map { $0.isEmpty } ?? true ? nil : try surroundings.entity(behind: object)
    }
    if name == "ref", siblings(of: object).contains(where: { $0["refKey"] != nil }) { return nil }
    switch try surroundings.partial(name, of: object) {
    case .entity(let entity): return entity
    case .absent: return nil
    case .none: break
    }
    let defined = try surroundings.propertyNames(of: object)
    if let defined {
      if defined.contains(name) { return nil }
    } else if siblings(of: object).contains(where: { $0[name] != nil }) {
      return nil
    }
    throw error(
      .notFound, "no property '\(name)'", segment, candidates: defined ?? object.members.map(\.key.string))
  }

  /// The objects beside `object`: without a definition, what they have it could have as well.
  private func siblings(of object: JSONValue) -> some Sequence<JSONValue> {
    let parent = object.parent.flatMap { $0.kind == .array ? $0 : nil }
    return (parent.map { Array($0.elements) } ?? []).lazy.filter { $0.kind == .object }
  }

  private func describe(_ value: JSONValue) -> String {
    switch value.kind {
    case .object: "an object"
    case .array: "an array"
    case .string: "a string"
    case .number: "a number"
    case .null: "null"
    default: "a truth value"
    }
  }

  private func error(
    _ kind: BindingError.Kind, _ description: String, _ segment: Binding.Segment, candidates: [String] = []
  ) -> BindingError {
    BindingError(kind, description, in: binding.description, at: segment.range, candidates: candidates)
  }
}
