import Bindings
package import Definitions
package import JSONDocument
import OKitStorage

/// The classes of a workspace's entities.
package struct EntityClasses {
  /// The property that leads to the entity of a partial if the definitions name no other.
  package static let partialProperty = "partial"

  /// The definitions of the workspace, with the classes of its models.
  package let workspace: WorkspaceDefinitions
  /// The classes and enumerations.
  package var definitions: Definitions { workspace.definitions }

  /// Reads the definitions of `workspace`.
  ///
  /// - Parameters:
  ///   - isReading: True if the caller changes nothing. Missing definitions are then not an error.
  ///   - warns: True to warn of types that are not understood.
  package init(_ workspace: Workspace, isReading: Bool = false, warns: Bool = true) throws {
    self.workspace = try workspace.definitions(
      by: workspace.configuration, ifMissing: isReading ? .readByShape : .fail, warns: warns)
  }

  /// The classes of these definitions.
  init(_ workspace: WorkspaceDefinitions) {
    self.workspace = workspace
  }

  /// Returns the class with this name. Throws an error of kind `notFound` if there is none.
  package func requiredClass(_ name: String) throws -> ClassDefinition {
    if let definition = definitions.classes[name] { return definition }
    throw OKitError(
      .notFound, "no class \(PathComponent.printable(name))",
      remedy: .candidates(definitions.classes.keys.sorted(), insteadOf: name))
  }

  /// Returns the class of a document's root: the class of its model, or of a partial's entity.
  package func rootClass(of document: ModelDocument) -> ClassDefinition? {
    // Partials can be nested, so start from the outermost model.
    var standIns: [EntityPlace] = []
    var outermost = document
    while let standIn = outermost.standIn {
      standIns.append(standIn)
      outermost = standIn.document
    }
    var root = workspace.rootClass(of: outermost.model)
    for standIn in standIns.reversed() {
      root = root.flatMap { self.definition(of: standIn.value, from: $0) }?.partialEntity
        .flatMap { definitions.classes[$0.className] }
    }
    return root
  }

  /// Returns the class of the object at `place`; nil without a definition.
  package func definition(of place: EntityPlace) -> ClassDefinition? {
    rootClass(of: place.document).flatMap { definition(of: place.value, from: $0) }
  }

  private func definition(of value: JSONValue, from root: ClassDefinition) -> ClassDefinition? {
    definitions.type(of: value, below: root.name)?.objectClass.flatMap { definitions.classes[$0] }
  }

  /// Returns the defined type of the value at `place`; nil without a definition.
  package func type(of place: EntityPlace) -> PropertyType? {
    rootClass(of: place.document).flatMap { definitions.type(of: place.value, below: $0.name) }
  }

  /// Returns the property that leads from a stand-in to its entity.
  package func partialProperty(of standIn: EntityPlace) -> String {
    definition(of: standIn)?.partialEntity?.property ?? Self.partialProperty
  }
}

extension Definitions {
  /// Returns the defined type of a value in a document whose root has the class `root`; nil without a definition.
  package func type(of value: JSONValue, below root: String) -> PropertyType? {
    var path: [JSONValue] = []
    var value = value
    while let parent = value.parent {
      path.append(value)
      value = parent
    }
    var type = PropertyType.object(root)
    for step in path.reversed() {
      guard let next = self.type(of: step, in: type) else { return nil }
      type = next
    }
    return type
  }

  /// Returns the type of `value`, which is a member or element of a value of the type `container`.
  package func type(of value: JSONValue, in container: PropertyType) -> PropertyType? {
    if let key = value.key { return type(ofMember: key.string, in: container) }
    if case .dictionary(let key, let element) = container.unwrapped, !key.isMemberKey {
      return value.indexInParent.map { $0.isMultiple(of: 2) ? key : element }
    }
    return container.storedElement
  }

  /// Returns the type of the member `key` in an object or dictionary of the type `container`.
  package func type(ofMember key: String, in container: PropertyType) -> PropertyType? {
    switch container.unwrapped {
    case .object(let name): classes[name]?.property(storedAs: key)?.type
    case .dictionary(let type, let value): type.isMemberKey ? value : nil
    default: nil
    }
  }
}
