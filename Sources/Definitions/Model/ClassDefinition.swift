import JSONDocument

/// A class, or a Codable structure, whose instances are JSON objects in models.
package struct ClassDefinition: Equatable, Sendable {
  /// The role of its instances in the framework, by the nearest framework class that it derives from.
  package enum Role: Equatable, Sendable {
    /// The root of a model.
    case model(ModelSuperclass)
    /// An entity: `ModelEntity`.
    case entity
    /// The stand-in for an entity that has its own file: `ModelPartial`.
    case partial
    /// A reference to an entity: `ModelRef`.
    case reference
    /// Bytes in their own file: `ModelData`.
    case data
    /// An image in its own file: `ModelImage`.
    case image
    /// Bytes as base64: `ModelInlineData`.
    case inlineData
    /// An image as base64: `ModelInlineImage`.
    case inlineImage
    /// A Codable structure or class that is not an entity.
    case value
    /// A Codable enumeration whose cases are stored as objects. Exactly one of its properties exists: the case, which contains the associated values.
    case choice
  }

  /// The name; `Outer.Inner` for a nested type.
  package var name: String
  /// The class that it derives from; nil for a structure.
  package var superclass: String?
  /// The role in the framework.
  package var role: Role
  /// The stored properties in the order of their declarations, after those of superclasses.
  package var properties: [PropertyDefinition]
  /// The computed property of a partial that returns its entity; nil for other classes.
  package var partialEntity: PartialEntity?
  /// The documentation comment, without the comment signs.
  package var note: String?
  /// The former name, from a comment `// okit: was Other`.
  package var formerName: String?
  /// The place of the declaration; nil for a framework class.
  package var place: SourcePlace?

  /// The computed property of a partial that calls `retrieve(Group.self)`.
  package struct PartialEntity: Equatable, Sendable {
    /// The name of the property.
    package let property: String
    /// The class of the entity.
    package let className: String

    /// A property that returns an entity of the class `className`.
    package init(property: String, className: String) {
      self.property = property
      self.className = className
    }
  }

  /// A class with these properties.
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

  /// The names of the classes and enumerations of its properties, and of a partial's entity.
  package var typeNames: [String] {
    properties.flatMap(\.type.names) + (partialEntity.map { [$0.className] } ?? [])
  }

  /// Returns the property whose key has the same bytes as `key`.
  package func property(storedAs key: String) -> PropertyDefinition? { properties.first { $0.key.isExactly(key) } }
}

extension ClassDefinition.Role {
  /// True for plain values. Their `id`, if any, is an ordinary property.
  package var isValue: Bool { self == .value || self == .choice }
}

/// A call `Model.register(Shop.self, name: "shop")`.
package struct ModelRegistration: Equatable, Sendable {
  /// The class of the model's root.
  package let className: String
  /// The model's name; `default` if the call names none.
  package let modelName: String
  /// The place of the call; nil for a registration that is not from the sources.
  package let place: SourcePlace?

  /// A registration of a class under a name.
  package init(className: String, modelName: String = "default", place: SourcePlace? = nil) {
    self.className = className
    self.modelName = modelName
    self.place = place
  }
}

/// The framework class that a model's class derives from. It determines how the model is stored.
package enum ModelSuperclass: String, CaseIterable, Sendable {
  /// A JSON file.
  case model = "Model"
  /// An encrypted file.
  case encrypted = "ModelEncrypted"
  /// Never stored.
  case transient = "ModelTransient"
  /// JSON at an endpoint.
  case http = "ModelHttp"
  /// Encrypted at an endpoint.
  case encryptedHttp = "ModelEncryptedHttp"
  /// The framework's own settings.
  case settings = "ModelSettings"
}
