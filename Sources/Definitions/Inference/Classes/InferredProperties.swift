import JSONDocument

/// Infers the properties of a class from its objects.
struct InferredProperties {
  let types: InferredTypes

  /// Returns the properties of a group of sites: `id`, then `name` and `title`, then the rest sorted by key. The order of keys in the data is not
  /// significant.
  func properties(of group: ClassGroup) -> [PropertyDefinition] {
    let sites = group.sites.map { types.collector.sites[$0] }
    let count = sites.reduce(0) { $0 + $1.count }
    var shapes: [ExactText: [Int]] = [:]
    for site in sites { for (key, shape) in site.members { shapes[ExactText(key), default: []].append(shape) } }
    var names: [String: Int] = [:]
    return shapes.sorted { Self.rank($0.key) < Self.rank($1.key) }.map { key, shapes in
      property(key.text, shapes, of: count, &names)
    }
  }

  private static func rank(_ key: ExactText) -> (Int, ExactText) {
    (["id", "name", "title"].firstIndex(of: key.text) ?? 3, key)
  }

  private func property(_ key: String, _ shapes: [Int], of count: Int, _ names: inout [String: Int])
    -> PropertyDefinition
  {
    let name = Self.name(for: key, besides: &names)
    let inferred = types.type(of: shapes, key: key)
    if key == "id", inferred.type == .string {
      return PropertyDefinition(name: name, key: key, type: .optional(.string), isImplicitlyUnwrapped: true)
    }
    let seen = shapes.map { types.collector.shapes[$0] }
    let isOptional = seen.reduce(0) { $0 + $1.presence } < count || seen.contains { $0.nulls > 0 }
    return PropertyDefinition(
      name: name, key: key, type: isOptional ? .optional(inferred.type) : inferred.type,
      defaultValue: isOptional ? nil : .initial(of: inferred.type), note: inferred.note)
  }

  private static func name(for key: String, besides names: inout [String: Int]) -> String {
    let identifier = SwiftIdentifier.property(for: key)
    let base = FrameworkClasses.isInherited(identifier) ? identifier + "Value" : identifier
    var name = base
    while names[name] != nil {
      names[base, default: 1] += 1
      name = "\(base)\(names[base, default: 1])"
    }
    names[name] = 1
    return name
  }
}
