/// A class (or Codable structure) whose instances are JSON objects in models.
package struct ClassDefinition: Equatable, Sendable {
  /// What its instances are to the framework, by the nearest class of the framework that it derives from.
  package enum Role: Equatable, Sendable {
    /// The root of a model.
    case model(ModelSuperclass)
    /// An entity: `ModelEntity`.
    case entity
    /// The stand-in for an entity in a file of its own: `ModelPartial`.
    case partial
    /// A reference to an entity: `ModelRef`.
    case reference
    /// Bytes in a file of their own: `ModelData`.
    case data
    /// An image in a file of its own: `ModelImage`.
    case image
    /// Bytes in base64: `ModelInlineData`.
    case inlineData
    /// An image in base64: `ModelInlineImage`.
    case inlineImage
    /// A Codable structure or class that is no entity.
    case value
    /// A Codable enumeration whose cases are stored as objects: exactly one of its properties is there, the case, and holds what belongs to it.
    case choice
  }

  /// Its name; of a nested one `Outer.Inner`.
  package var name: String
  /// The class it derives from; nil of a structure.
  package var superclass: String?
  /// What it is to the framework.
  package var role: Role
  /// What it stores, in the order of the declarations, those of superclasses first.
  package var properties: [PropertyDefinition]
  /// Of a partial the computed property that gives its entity, and the class of that.
  package var partialEntity: PartialEntity?
  /// Its documentation comment, without the comment's signs.
  package var note: String?
  /// The name it had before, from a comment `// okit: was Other`.
  package var formerName: String?
  /// Where it is declared; nil of the framework's own.
  package var place: SourcePlace?

  /// The computed property of a partial that calls `retrieve(Group.self)`.
  package struct PartialEntity: Equatable, Sendable {
    /// The name of the property.
    package let property: String
    /// The class of the entity.
    package let className: String

    /// A property that gives an entity of a class.
    package init(property: String, className: String) {
      self.property = property
      self.className = className
    }
  }

  /// A class of these parts.
  package init(
    name: String, superclass: String?, role: Role, properties: [PropertyDefinition] = [],
    partialEntity: PartialEntity? = nil, note: String? = nil, formerName: String? = nil, place: SourcePlace? = nil
  ) {
    self.name = name
    self.superclass = superclass
    self.role = role
    self.properties = properties
    self.partialEntity = partialEntity
    self.note = note
    self.formerName = formerName
    self.place = place
  }

  /// The names of the classes and enumerations that its properties and the entity of a partial are of.
  package var typeNames: [String] {
    properties.flatMap(\.type.names) + (partialEntity.map { [$0.className] } ?? [])
  }

  /// The property that is stored under the bytes of `key`.
  package func property(storedAs key: String) -> PropertyDefinition? { properties.first { $0.key.isExactly(key) } }
}

extension ClassDefinition.Role {
  /// True for plain values: their `id`, if any, is an ordinary property.
  package var isValue: Bool { self == .value || self == .choice }
}
