package import JSONDocument

/// A text that contains rules: a file, or the comments of a class in its Swift source.
package final class RuleSource: Sendable {
  /// The path of the file in messages.
  package let path: String
  /// The JSON of the rules.
  package let document: JSONDocument
  /// The line and column in the file of the rules of each property, if they are not in the JSON itself.
  private let places: [String: (line: Int, column: Int)]

  /// A source with this JSON. `places` gives the positions of the properties' rules if `path` does not contain the JSON.
  package init(
    path: String, document: JSONDocument, places: [String: (line: Int, column: Int)] = [:]
  ) {
    self.path = path
    self.document = document
    self.places = places
  }

  /// Returns the line and column of a rule in the file.
  ///
  /// - Parameter value: The value of the rule's keyword in the JSON.
  package func position(of value: JSONValue) -> (line: Int, column: Int) {
    if !places.isEmpty {
      var value: JSONValue? = value
      while let current = value {
        if let key = current.key?.string, current.parent?.key?.string == "properties", let place = places[key] {
          return place
        }
        value = current.parent
      }
      return (1, 1)
    }
    let place = document.position(of: value.key?.range.lowerBound ?? value.range.lowerBound)
    return (place.line, place.column)
  }
}
