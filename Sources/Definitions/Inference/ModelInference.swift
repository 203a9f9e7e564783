package import JSONDocument

/// Infers the classes of models from their data.
///
/// The definitions fit the data. Each key is a property, and one that is sometimes missing or null is optional. A property with both integers and
/// fractions is a `Double`, one with a number that has more digits than a `Double` is a `Decimal`, and one with values of several kinds is `Any`.
/// Errors in the data, such as duplicate ids or dangling references, remain.
///
/// A class of entities gets the name of its property in the singular: `books` are of the class `Book`. If two properties suggest the same name,
/// they share a class if their objects are alike; otherwise the second class has the name of its owner as a prefix. The elements of an array that
/// is always empty have the class that its name suggests if there is one, and otherwise are strings. The time is proportional to the data.
package struct ModelInference {
  /// A model to infer classes from.
  package struct Model {
    let name: String
    let className: String?
    let superclass: ModelSuperclass
    let root: JSONValue
    let partials: [(key: String, root: JSONValue)]

    /// A model with its root, and the roots of its partials by the ids of their stand-ins. Partials without a stand-in are ignored.
    ///
    /// The root's class is `className`, by default derived from the model's name. It is a subclass of `superclass`.
    package init(
      name: String, className: String? = nil, superclass: ModelSuperclass = .model, root: JSONValue,
      partials: [(key: String, root: JSONValue)] = []
    ) {
      self.name = name
      self.className = className
      self.superclass = superclass
      self.root = root
      self.partials = partials
    }
  }

  /// The root of a model, with its class and its site.
  private struct Root {
    let model: Model
    let className: String
    let site: Int
  }

  private let reserved: Set<String>
  private var collector = ShapeCollector()
  private var roots: [Root] = []
  private var registrations: [ModelRegistration] = []

  private init(reserved: Set<String>) {
    self.reserved = reserved
  }

  /// Returns the classes of the models and their registrations. Models can share classes. No class gets a name in `reserved`.
  package static func definitions(of models: [Model], besides reserved: Set<String> = []) -> Definitions {
    var inference = ModelInference(reserved: reserved)
    for model in models { inference.add(model) }
    return inference.definitions
  }

  /// Returns the name of a root's class that the model's name suggests.
  package static func className(for modelName: String) -> String {
    let suggested = modelName == "default" ? "DefaultModel" : SwiftIdentifier.type(for: modelName)
    return FrameworkClasses.contains(suggested) ? suggested + "Root" : suggested
  }

  private mutating func add(_ model: Model) {
    guard !FrameworkClasses.isSettings(model.root) else {
      registrations.append(ModelRegistration(className: "ModelSettings", modelName: model.name))
      return
    }
    let className = className(of: model)
    let partials = Dictionary(model.partials.map { (ExactText($0.key), $0.root) }) { first, _ in first }
    collector.expect(partials: partials.keys)
    let site = collector.collect(root: model.root, key: model.name, owner: "", candidate: className)
    roots.append(Root(model: model, className: className, site: site))
    registrations.append(ModelRegistration(className: className, modelName: model.name))
    // The entity of a partial can contain further stand-ins.
    var met = collector.takeMetPartials()
    while !met.isEmpty {
      for (key, site) in met {
        guard let root = partials[key] else { continue }
        let standIn = collector.sites[site]
        let entity = collector.collect(
          root: root, key: standIn.key, owner: standIn.candidate + "Partial", candidate: standIn.candidate)
        collector.setEntity(entity, of: site)
      }
      met = collector.takeMetPartials()
    }
  }

  private func className(of model: Model) -> String {
    if let className = model.className { return className }
    let suggested = Self.className(for: model.name)
    var name = suggested
    var number = 2
    while reserved.contains(name) || roots.contains(where: { $0.className == name }) {
      name = "\(suggested)\(number)"
      number += 1
    }
    return name
  }

  // MARK: - Classes

  private var definitions: Definitions {
    let rootClasses = Dictionary(roots.map { ($0.site, $0.className) }) { first, _ in first }
    let assignment = ClassAssignment(collector, roots: rootClasses, reserved: reserved)
    let properties = InferredProperties(types: InferredTypes(collector: collector, assignment: assignment))
    let classes = zip(assignment.groups, assignment.names).map { group, name in
      let root = roots.first { group.sites.first == $0.site }
      let role: ClassDefinition.Role =
        root.map { .model($0.model.superclass) } ?? (group.isPartial ? .partial : .entity)
      var definition = ClassDefinition(
        name: name, superclass: root?.model.superclass.rawValue ?? (group.isPartial ? "ModelPartial" : "ModelEntity"),
        role: role, properties: properties.properties(of: group))
      definition.partialEntity = entity(of: group, assignment, besides: definition.properties)
      return definition
    }
    return Definitions(classes: classes, registrations: registrations)
  }

  private func entity(
    of group: ClassGroup, _ assignment: ClassAssignment, besides properties: [PropertyDefinition]
  ) -> ClassDefinition.PartialEntity? {
    guard let site = group.sites.lazy.compactMap({ collector.sites[$0].entity }).first,
      let name = assignment.className(ofSite: site)
    else { return nil }
    let property = name.firstLowered
    let isTaken = properties.contains { $0.name == property }
    return ClassDefinition.PartialEntity(property: isTaken ? "\(property)Entity" : property, className: name)
  }
}
