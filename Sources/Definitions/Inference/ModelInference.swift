public import JSONDocument

/// Guesses the classes of a model from its data.
///
/// Under the definitions that come out the data have no error: what was absent or null somewhere is optional, numbers of both kinds are
/// `Double`, a place with values of several kinds is `Any`. Entities get the name of their property in the singular (`books` are of the class
/// `Book`); where two places suggest one name, they share a class if their objects are alike, else the second gets the name of its owner in
/// front. An array that is always empty has elements of the class that its name suggests, where there is one, else strings. Takes time in
/// proportion to the data.
public struct ModelInference {
  private let modelName: String
  private let className: String
  private let superclass: ModelSuperclass
  private let reserved: Set<String>

  /// An inference for the model `modelName`.
  ///
  /// Its class is `className`, by default after the model's name, and derives from `superclass`. No class gets a name that is in `reserved`.
  public init(
    modelName: String, className: String? = nil, superclass: ModelSuperclass = .model, reserved: Set<String> = []
  ) {
    self.modelName = modelName
    self.superclass = superclass
    self.reserved = reserved
    self.className = className ?? Self.className(for: modelName, besides: reserved)
  }

  /// The class that a model's name suggests.
  public static func className(for modelName: String, besides reserved: Set<String> = []) -> String {
    let suggested = modelName == "default" ? "DefaultModel" : SwiftIdentifier.type(for: modelName)
    return FrameworkClasses.contains(suggested) || reserved.contains(suggested) ? suggested + "Root" : suggested
  }

  /// The classes of the model with this root, and its registration.
  ///
  /// `partials` are the roots of its partials, by the ids of the entities that stand in for them. Those that no entity names are passed over.
  public func definitions(root: JSONValue, partials: [String: JSONValue] = [:]) -> Definitions {
    var collector = ShapeCollector(partials: partials.keys)
    let rootSite = collector.collect(root: root, key: modelName, owner: "", candidate: className)
    if collector.isSettings(rootSite) {
      return Definitions(registrations: [ModelRegistration(className: "ModelSettings", modelName: modelName)])
    }
    // The entity of a partial may hold further stand-ins.
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
    let assignment = ClassAssignment(collector, root: rootSite, rootClass: className, reserved: reserved)
    let properties = PropertyInference(types: TypeInference(collector: collector, assignment: assignment))
    let classes = zip(assignment.groups, assignment.names).map { group, name in
      let isRoot = group.sites.first == rootSite
      var definition = ClassDefinition(
        name: name, superclass: isRoot ? superclass.rawValue : group.isPartial ? "ModelPartial" : "ModelEntity",
        role: isRoot ? .model(superclass) : group.isPartial ? .partial : .entity,
        properties: properties.properties(of: group))
      definition.partialEntity = entity(of: group, collector, assignment, besides: definition.properties)
      return definition
    }
    return Definitions(
      classes: classes, registrations: [ModelRegistration(className: className, modelName: modelName)])
  }

  private func entity(
    of group: ClassGroup, _ collector: ShapeCollector, _ assignment: ClassAssignment,
    besides properties: [PropertyDefinition]
  ) -> ClassDefinition.PartialEntity? {
    guard let site = group.sites.lazy.compactMap({ collector.sites[$0].entity }).first,
      let name = assignment.className(ofSite: site)
    else { return nil }
    let property = name.firstLowered
    let isTaken = properties.contains { $0.name == property }
    return ClassDefinition.PartialEntity(property: isTaken ? "\(property)Entity" : property, className: name)
  }
}
