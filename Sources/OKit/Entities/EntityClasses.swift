import Definitions
import JSONDocument

/// What the definitions of a workspace say of its entities.
struct EntityClasses {
  /// By this property a partial's entity is reached where no definition names another one.
  static let partialProperty = "partial"

  let definitions: Definitions
  private let roots: [ModelName: String]

  init(_ workspace: Workspace) throws {
    definitions = Definitions()
    roots = [:]
  }

  /// The class of the model `name`; nil where there is no definition.
  func rootClass(of name: ModelName) -> ClassDefinition? { roots[name].flatMap { definitions.classes[$0] } }

  /// The class of the root of a document.
  func rootClass(of document: ModelDocument) -> ClassDefinition? {
    guard let standIn = document.standIn else { return rootClass(of: document.model) }
    return definition(of: standIn)?.partialEntity.flatMap { definitions.classes[$0.className] }
  }

  /// The class of the object at `place`; nil where no definition tells it.
  func definition(of place: EntityPlace) -> ClassDefinition? {
    guard case .object(let name)? = type(of: place)?.unwrapped else { return nil }
    return definitions.classes[name]
  }

  /// The type that the value at `place` has by its definition.
  func type(of place: EntityPlace) -> PropertyType? {
    guard let root = rootClass(of: place.document) else { return nil }
    var keys: [JSONValue] = []
    var value = place.value
    while let parent = value.parent {
      keys.append(value)
      value = parent
    }
    var type = PropertyType.object(root.name)
    for value in keys.reversed() {
      guard let next = definitions.type(of: value, in: type) else { return nil }
      type = next
    }
    return type
  }

  /// The property by which the entity behind the stand-in at `place` is reached.
  func partialProperty(of standIn: EntityPlace) -> String {
    definition(of: standIn)?.partialEntity?.property ?? Self.partialProperty
  }
}

extension Definitions {
  /// The type of `value`, a member or element of something of the type `container`.
  func type(of value: JSONValue, in container: PropertyType) -> PropertyType? {
    switch container {
    case .optional(let wrapped): type(of: value, in: wrapped)
    case .object(let name): value.key.flatMap { classes[name]?.property(storedAs: $0.string)?.type }
    case .array(let element), .set(let element): value.key == nil ? element : nil
    case .dictionary(let key, let element): value.key == nil ? keyOrValue(value, key, element) : element
    default: nil
    }
  }

  /// In an array of keys and values those at odd places are values.
  private func keyOrValue(_ value: JSONValue, _ key: PropertyType, _ element: PropertyType) -> PropertyType? {
    value.kind == .object ? element : nil
  }
}
