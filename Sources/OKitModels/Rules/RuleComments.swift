import Definitions
import JSONDocument
import Rules

extension Definitions {
  /// True if the comment of a property contains rules.
  var hasRuleComments: Bool { classes.values.contains { $0.properties.contains { !$0.rules.isEmpty } } }
}

extension ClassDefinition {
  /// Returns the rules in the comments of the properties that the class declares itself; nil if there are none.
  func commentedRules(except inherited: [PropertyDefinition]) -> RuleSource? {
    let properties = properties.filter { property in
      !inherited.contains { $0.key.isExactly(property.key) && $0.place == property.place }
    }
    guard let path = properties.lazy.compactMap({ $0.rules.first?.place.path }).first else { return nil }
    var places: [String: (line: Int, column: Int)] = [:]
    var required: [String] = []
    var writer = JSONWriter()
    writer.object { writer in
      writer.object("properties") { writer in
        for property in properties where !property.rules.isEmpty {
          let place = property.rules[0].place
          places[property.key] = (place.line, place.column)
          let rules = property.rules.map { RuleCommentParser.property($0.text) }
          if rules.contains(where: \.isRequired) { required.append(property.key) }
          writer.object(property.key) { writer in
            for (keyword, json) in rules.flatMap(\.members) { writer.member(keyword, JSONText(json)) }
          }
        }
      }
      if !required.isEmpty { writer.array("required", of: required) }
    }
    guard let document = try? JSONDocument(parsing: writer.text) else { return nil }
    return RuleSource(path: path, document: document, places: places)
  }
}
