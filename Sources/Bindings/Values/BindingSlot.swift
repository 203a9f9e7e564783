package import JSONDocument

/// The place that setting a binding changes: an existing value or a missing one.
package enum BindingSlot: Hashable, Sendable {
  /// An existing value.
  case value(JSONValue)
  /// A member that an object lacks, by the key that would store it.
  case member(String, of: JSONValue)
  /// A missing entry of a dictionary that is stored as alternating keys and values, by the JSON of its key.
  case entry(String, of: JSONValue)
  /// A missing element of an array, by its index. A negative index is kept as written.
  case element(Int, of: JSONValue)

  /// The object or array around the place; nil for the root.
  package var container: JSONValue? {
    switch self {
    case .value(let value): value.parent
    case .member(_, let container), .entry(_, let container), .element(_, let container): container
    }
  }

  /// The existing value; nil if it is missing.
  package var value: JSONValue? { if case .value(let value) = self { value } else { nil } }

  /// Stores a value in the place. Its document must be a live one.
  ///
  /// - Parameter json: The JSON text of the value.
  /// - Returns: The new value.
  /// - Throws: `JSONEditError`, also for an index that the array cannot have.
  @discardableResult
  package func set(_ json: String) throws(JSONEditError) -> JSONValue {
    switch self {
    case .value(let value): return try value.replace(with: json)
    case .member(let key, let object): return try object.add(key, json)
    case .element(let index, let array): return try array.insert(json, at: index)
    case .entry(let key, let array):
      let end = array.count
      try array.insert(key, at: end)
      return try array.insert(json, at: end + 1)
    }
  }
}
