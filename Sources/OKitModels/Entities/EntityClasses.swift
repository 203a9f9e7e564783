import Bindings
package import Definitions
package import JSONDocument

/// What the definitions of a workspace say of its entities.
package struct EntityClasses {
  /// By this property a partial's entity is reached where no definition names another one.
  package static let partialProperty = "partial"

  package let workspace: WorkspaceDefinitions
  package var definitions: Definitions { workspace.definitions }

  /// With `isReading`, for what changes nothing, definitions that are not there are none.
  ///
  /// - Parameter warns: Whether to warn of what is not understood in the definitions.
  package init(_ workspace: Workspace, isReading: Bool = false, warns: Bool = true) throws {
    self.workspace = try workspace.definitions(
      by: workspace.configuration, ifMissing: isReading ? .readByShape : .fail, warns: warns)
  }

  /// The class of the root of a document: its model's, or that of a partial's entity.
  package func rootClass(of document: ModelDocument) -> ClassDefinition? {
    // From the outermost model inwards, since partials lie in partials to any depth.
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

  /// The class of the object at `place`; nil where no definition tells it.
  package func definition(of place: EntityPlace) -> ClassDefinition? {
    rootClass(of: place.document).flatMap { definition(of: place.value, from: $0) }
  }

  private func definition(of value: JSONValue, from root: ClassDefinition) -> ClassDefinition? {
    definitions.type(of: value, below: root.name)?.objectClass.flatMap { definitions.classes[$0] }
  }

  /// The type that the value at `place` has by its definition.
  package func type(of place: EntityPlace) -> PropertyType? {
    rootClass(of: place.document).flatMap { definitions.type(of: place.value, below: $0.name) }
  }

  /// The property by which the entity behind a stand-in is reached.
  package func partialProperty(of standIn: EntityPlace) -> String {
    definition(of: standIn)?.partialEntity?.property ?? Self.partialProperty
  }
}

extension Definitions {
  /// The type that a value has by its definition, in a document whose root is an object of the class `root`.
  package func type(of value: JSONValue, below root: String) -> PropertyType? {
    var way: [JSONValue] = []
    var value = value
    while let parent = value.parent {
      way.append(value)
      value = parent
    }
    var type = PropertyType.object(root)
    for step in way.reversed() {
      guard let next = self.type(of: step, in: type) else { return nil }
      type = next
    }
    return type
  }

  /// The type of `value`, a member or element of something of the type `container`.
  package func type(of value: JSONValue, in container: PropertyType) -> PropertyType? {
    if let key = value.key { return type(ofMember: key.string, in: container) }
    if case .dictionary(let key, let element) = container.unwrapped, !key.isMemberKey {
      return value.indexInParent.map { $0.isMultiple(of: 2) ? key : element }
    }
    return container.storedElement
  }

  /// The type of what an object of a type has under a key.
  package func type(ofMember key: String, in container: PropertyType) -> PropertyType? {
    switch container.unwrapped {
    case .object(let name): classes[name]?.property(storedAs: key)?.type
    case .dictionary(let type, let value): type.isMemberKey ? value : nil
    default: nil
    }
  }
}
