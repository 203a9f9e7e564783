import JSONDocument

/// Dictionaries whose keys are neither strings nor integers are stored as arrays of alternating keys and values.
extension BindingEvaluator {
  /// Returns the value under a key of such a dictionary, and the place that setting it changes; nil if the array is not a dictionary.
  func entry(
    _ name: String, in array: JSONValue, _ segment: Binding.Segment
  ) throws -> (value: JSONValue?, slot: BindingSlot)? {
    guard Self.mayHaveKeys(array), let key = try context.dictionaryKey(name, in: array) else { return nil }
    switch key {
    case .unknown(let candidates): throw error(.notFound, "no key '\(name)'", segment, candidates: candidates)
    case .stored(let json):
      let wanted = try JSONDocument(parsing: json).root
      // If a key is repeated, an app uses the last value.
      var found: JSONValue?
      var isFound = false
      for (index, element) in array.elements.enumerated() {
        if index.isMultiple(of: 2) { isFound = element.isSame(as: wanted) } else if isFound { found = element }
      }
      return (found, found.map { .value($0) } ?? .entry(json, of: array))
    }
  }

  /// Returns the values of such a dictionary, each with its key; nil if the array is not a dictionary.
  func entries(of array: JSONValue) throws -> [(key: String, value: JSONValue)]? {
    guard Self.mayHaveKeys(array), try context.type(of: array) == .dictionary else { return nil }
    var entries: [(String, JSONValue)] = []
    var key: JSONValue?
    for element in array.elements {
      if let name = key {
        entries.append((name.string ?? name.rawText, element))
        key = nil
      } else {
        key = element
      }
    }
    return entries
  }

  /// Returns the elements of an array or a list, or the values of a dictionary.
  func elements(of value: BindingValue) throws -> [BindingValue]? {
    if case .json(let array) = value, array.kind == .array, let entries = try entries(of: array) {
      return entries.map { .json($0.value) }
    }
    return value.elements
  }

  /// True if an array is empty or begins with a scalar, so that it can be a dictionary. This is cheaper than looking at definitions.
  private static func mayHaveKeys(_ array: JSONValue) -> Bool {
    switch array[0]?.kind {
    case .string, .number, .bool, nil: true
    case .object, .array, .null: false
    }
  }
}
