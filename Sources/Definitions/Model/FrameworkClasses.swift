package import JSONDocument

/// The definitions of the framework's own classes.
package enum FrameworkClasses {
  static let byName: [String: ClassDefinition] = {
    var classes = ModelSuperclass.allCases.filter { $0 != .settings }.map {
      ClassDefinition(name: $0.rawValue, superclass: "ModelEntity", role: .model($0))
    }
    classes += [
      ClassDefinition(name: "ModelEntity", superclass: nil, role: .entity),
      ClassDefinition(name: "ModelPartial", superclass: "ModelEntity", role: .partial),
      ClassDefinition(name: "ModelRef", superclass: "ModelEntity", role: .reference, properties: [id, refKey]),
      settings,
      ClassDefinition(
        name: "ModelProtectionTimeout", superclass: "ModelEntity", role: .entity,
        properties: [id, PropertyDefinition(name: "name", type: .string)]),
      ClassDefinition(name: "ModelData", superclass: "ModelEntity", role: .data, properties: attachment),
      ClassDefinition(name: "ModelImage", superclass: "ModelEntity", role: .image, properties: attachment),
      ClassDefinition(name: "ModelInlineData", superclass: "ModelEntity", role: .inlineData, properties: inline),
      ClassDefinition(name: "ModelInlineImage", superclass: "ModelEntity", role: .inlineImage, properties: inline),
    ]
    return Dictionary(uniqueKeysWithValues: classes.map { ($0.name, $0) })
  }()

  /// The name of a computed property of `ModelSettings`. It is true if `themeName` is `dark`.
  package static let darkMode = "darkMode"

  /// True if the framework has a class with this name.
  package static func contains(_ name: String) -> Bool { byName[name] != nil }

  private static let inherited: Set<String> = [
    "description", "debugDescription", "hash", "superclass", "parent", "model", "modelName", "key",
  ]

  /// True if every entity inherits a property with this name from the framework or from `NSObject`. Swift would reject another one.
  package static func isInherited(_ property: String) -> Bool { inherited.contains(property) }

  /// True if the root of a model has exactly the properties of `ModelSettings`, each of the right kind.
  package static func isSettings(_ root: JSONValue) -> Bool {
    let kinds: [(key: String, kind: JSONKind)] = [
      ("themeName", .string), ("encryption", .bool), ("protection", .bool), ("protectionTimeout", .object),
      ("timeouts", .array),
    ]
    return kinds.allSatisfy { root[$0.key]?.kind == $0.kind }
      && root.members.allSatisfy { member in kinds.contains { member.key == $0.key } }
  }

  private static let id = PropertyDefinition(name: "id", type: .optional(.string), isImplicitlyUnwrapped: true)
  private static let refKey = PropertyDefinition(name: "refKey", type: .optional(.string))

  private static let attachment: [PropertyDefinition] = [
    id,
    PropertyDefinition(name: "format", type: .string, defaultValue: DefaultValue(text: #""""#, json: #""""#)),
    PropertyDefinition(name: "label", type: .string, defaultValue: DefaultValue(text: #""""#, json: #""""#)),
    PropertyDefinition(name: "quality", type: .float, defaultValue: DefaultValue(text: "0.5", json: "0.5")),
    PropertyDefinition(name: "scale", type: .float, defaultValue: DefaultValue(text: "1", json: "1")),
    PropertyDefinition(name: "template", type: .bool, defaultValue: DefaultValue(text: "false", json: "false")),
    PropertyDefinition(
      name: "size", type: .integer(.int), defaultValue: DefaultValue(text: "0", json: "0")),
  ]
  /// An instance without bytes is stored as `{}`, which the class itself cannot decode. Empty bytes are the smallest value that it can.
  private static let inline =
    attachment + [
      PropertyDefinition(name: "data", type: .data, defaultValue: DefaultValue(text: "Data()", json: #""""#))
    ]

  private static let settings = ClassDefinition(
    name: "ModelSettings", superclass: "Model", role: .model(.settings),
    properties: [
      PropertyDefinition(name: "themeName", type: .string, defaultValue: DefaultValue(text: #""""#, json: #""""#)),
      PropertyDefinition(name: "encryption", type: .bool, defaultValue: DefaultValue(text: "true", json: "true")),
      PropertyDefinition(name: "protection", type: .bool, defaultValue: DefaultValue(text: "true", json: "true")),
      PropertyDefinition(
        name: "protectionTimeout", type: .object("ModelRef"),
        defaultValue: DefaultValue(
          text: "ModelRef(refKey: \"5\")", value: .instance(of: "ModelRef", with: [text("refKey", "5")]))),
      PropertyDefinition(
        name: "timeouts", type: .array(.object("ModelProtectionTimeout")),
        defaultValue: DefaultValue(
          text: timeouts.map { "ModelProtectionTimeout(code: \"\($0)\", name: \"\($1)\")" }.listed,
          value: .array(
            timeouts.map { .instance(of: "ModelProtectionTimeout", with: [text("id", $0), text("name", $1)]) }))),
    ])

  /// The names of the framework's timeouts by id. The id is the number of minutes.
  private static let timeouts = [("0", "Immediately"), ("1", "1 Minute"), ("5", "5 Minutes"), ("10", "10 Minutes")]

  private static func text(_ name: String, _ value: String) -> InitialValue.Member {
    InitialValue.Member(name: name, value: .json("\"\(value)\""))
  }
}

extension [String] {
  fileprivate var listed: String { "[\(joined(separator: ", "))]" }
}
