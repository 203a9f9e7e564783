package import JSONDocument

/// Where a value is, or would be: what a binding that is set changes.
package enum BindingSlot: Hashable, Sendable {
  /// A value that is there.
  case value(JSONValue)
  /// A member that an object lacks, by the key that it would be stored under.
  case member(String, of: JSONValue)
  /// An entry that a dictionary lacks which is stored as keys and values in turn, by the JSON of its key.
  case entry(String, of: JSONValue)
  /// A place outside of an array; negative ones are as they were written.
  case element(Int, of: JSONValue)

  /// The object or array around it; nil of the root.
  package var container: JSONValue? {
    switch self {
    case .value(let value): value.parent
    case .member(_, let container), .entry(_, let container), .element(_, let container): container
    }
  }

  /// The value that is there.
  package var value: JSONValue? { if case .value(let value) = self { value } else { nil } }

  /// Puts a value there; its document has to be a live one.
  ///
  /// - Parameter json: The text of the value.
  /// - Returns: The new value.
  /// - Throws: `JSONEditError`, also for a place that the array cannot have.
  @discardableResult
  package func set(_ json: String) throws(JSONEditError) -> JSONValue {
    switch self {
    case .value(let value): return try value.replace(with: json)
    case .member(let key, let object): return try object.add(key, json)
    case .element(let place, let array): return try array.insert(json, at: place)
    case .entry(let key, let array):
      let end = array.count
      try array.insert(key, at: end)
      return try array.insert(json, at: end + 1)
    }
  }
}
