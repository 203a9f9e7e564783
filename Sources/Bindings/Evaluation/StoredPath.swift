import JSONDocument

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

  /// The names of the properties; empty if the path cannot be followed.
  let keys: [String]
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

  /// Notes that an evaluation led to a missing member, which is then missing in all objects that do not store it.
  mutating func note(_ slot: BindingSlot?) {
    // An object without an id has no partial, but others can have one under this name.
    guard keys.count == 1, case .member(keys[0], let object)? = slot, object["id"]?.kind == .string,
      !Self.isComputed(keys[0])
    else { return }
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
