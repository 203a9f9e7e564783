package import JSONDocument

/// A path of property names that is followed in many objects of the same type, without a whole evaluation for each.
struct StoredPath {
  /// The result of following the path in one object.
  enum Found {
    /// The value is stored.
    case stored(JSONValue)
    /// No value is stored, and nothing is computed.
    case missing
    /// Only an evaluation finds the value.
    case unknown
  }

  private let keys: [String]
  /// True if objects that do not store the only key have no value for it.
  private var isStoredOrMissing = false
  private var knownType: ComparedType??

  /// A path for the steps of `part`, which is followed only if they are names of properties.
  init(_ part: Binding.Part?) {
    keys = part?.plainNames ?? []
  }

  /// Returns the value that the path leads to from an object.
  func follow(from object: JSONValue) -> Found {
    guard !keys.isEmpty, object.kind == .object else { return .unknown }
    var value = object
    for key in keys {
      guard let member = value[key] else { return isStoredOrMissing ? .missing : .unknown }
      value = member
    }
    return .stored(value)
  }

  /// Learns from the place to which an evaluation led.
  mutating func note(_ slot: BindingSlot?) {
    guard keys.count == 1, case .member(keys[0], of: _)? = slot, !Self.isComputed(keys[0]) else { return }
    isStoredOrMissing = true
  }

  /// Returns the defined type of the values, which is the same in all objects.
  mutating func type(of value: JSONValue, in context: some EvaluationContext) throws -> ComparedType? {
    if let knownType { return knownType }
    let type = try context.comparedType(at: .value(value))
    knownType = .some(type)
    return type
  }

  /// True for names that can have a value in one object although another one lacks it.
  private static func isComputed(_ name: String) -> Bool {
    ["ref", "partial", "parent", "model", "key", "modelName", "not"].contains(name)
  }
}

extension Binding.Part {
  /// The names of a path that only goes from property to property; empty for other parts.
  fileprivate var plainNames: [String] {
    guard !isNegated, case .path(let path) = content, path.model == nil, !path.isAbsolute else { return [] }
    var names: [String] = []
    for segment in path.segments {
      guard case .property(let name) = segment.step, Int(name) == nil else { return [] }
      names.append(name)
    }
    return names
  }
}

/// Evaluates a binding on many objects of the same type: elements of one array, or entities of one class.
package final class BindingReader {
  private let binding: Binding
  private let context: any EvaluationContext
  private var path: StoredPath

  /// A reader of `binding` in `context`.
  package init(_ binding: Binding, in context: some EvaluationContext) {
    self.binding = binding
    self.context = context
    path = StoredPath(binding.parts.count == 1 ? binding.parts[0] : nil)
  }

  /// Returns the value for an object; several values become a list. Throws the errors of ``Binding/evaluate(in:from:)``.
  package func value(of object: JSONValue) throws -> BindingValue {
    switch path.follow(from: object) {
    case .missing: return .absent
    case .stored(let value):
      guard value.kind == .number, case .date? = try path.type(of: value, in: context) else { return .json(value) }
      return .date(value)
    case .unknown:
      let bound = try binding.evaluate(in: context, from: object)
      path.note(bound.slot)
      return bound.content
    }
  }
}
