import Definitions
import JSONDocument

/// Definitions in short: a line for each class, `Book: ModelEntity {id: String!, name: String}`, sorted.
func outline(_ definitions: Definitions) -> [String] {
  definitions.classes.values.filter { !FrameworkClasses.contains($0.name) }.sorted { $0.name < $1.name }.map {
    definition in
    let properties = definition.properties.map { property in
      var type = property.type.description
      if property.isImplicitlyUnwrapped { type = type.dropLast() + "!" }
      let key = property.key == property.name ? "" : "(\(property.key))"
      return "\(property.name)\(key): \(type)"
    }
    let entity = definition.partialEntity.map { " \($0.property) -> \($0.className)" } ?? ""
    return "\(definition.name): \(definition.superclass ?? "") {\(properties.joined(separator: ", "))}\(entity)"
  }
}

/// What is inferred of a model `shop`.
func inferred(_ json: String, partials: [String: String] = [:], besides reserved: Set<String> = []) throws
  -> Definitions
{
  let roots = try partials.map { (key: $0.key, root: try JSONDocument(parsing: $0.value).root) }
  return ModelInference.definitions(
    of: [.init(name: "shop", root: try JSONDocument(parsing: json).root, partials: roots)], besides: reserved)
}
