import JSONDocument

/// The elements of an array of entities by their ids.
struct EntityElements {
  let ids: [ExactText]
  private let values: [ExactText: JSONValue]

  /// The elements of `array`; nil unless all are objects with different ids.
  init?(_ array: JSONValue) {
    var ids: [ExactText] = []
    var values: [ExactText: JSONValue] = [:]
    for element in array.elements {
      guard element.kind == .object, let id = element["id"]?.string,
        values.updateValue(element, forKey: ExactText(id)) == nil
      else { return nil }
      ids.append(ExactText(id))
    }
    self.ids = ids
    self.values = values
  }

  subscript(id: ExactText) -> JSONValue? { values[id] }
}
