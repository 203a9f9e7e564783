import Definitions
import JSONDocument

/// An outline of definitions with a sorted line for each class, such as `Book: ModelEntity {id: String!, name: String}`.
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

/// The definitions inferred from a model `shop`.
func inferred(_ json: String, partials: [String: String] = [:], besides reserved: Set<String> = []) throws
  -> Definitions
{
  let roots = try partials.map { (key: $0.key, root: try JSONDocument(parsing: $0.value).root) }
  return ModelInference.definitions(
    of: [.init(name: "shop", root: try JSONDocument(parsing: json).root, partials: roots)], besides: reserved)
}
