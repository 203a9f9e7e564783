package import Definitions
import JSONDocument
import OKitStorage

/// The Swift file for a new model, and the definitions that include it.
package struct NewModel {
  /// The name of the model's class.
  package let className: String
  /// The text of the new file; nil if the class already exists.
  package let source: String?
  /// The definitions with the new file.
  package let definitions: Definitions

  /// The class of a new model `name`. It is an existing class, or a new one with `properties`.
  ///
  /// Throws errors of kind `exists` if the class exists but properties are given, and of kind `usage` if the class is not a model's class or a
  /// default is not valid.
  package init(
    _ name: ModelName, className: String?, properties: [NewProperty], isEncrypted: Bool, known: WorkspaceDefinitions
  ) throws {
    let present = known.definitions
    let className = className ?? known.className(of: name) ?? ModelInference.className(for: name.description)
    guard SwiftIdentifier.isValid(className), case .object? = PropertyType(parsing: className) else {
      throw OKitError(.usage, "\(PathComponent.printable(className)) is not a valid class name")
    }
    self.className = className
    if let problem = present.problem(ofClass: className) { throw OKitError(problem.error) }
    if let definition = present.classes[className] {
      guard case .model(let superclass) = definition.role else {
        throw OKitError(
          .usage, "\(className) is not a model class", remedy: .words("choose another class with --class"))
      }
      guard properties.isEmpty else {
        throw OKitError(
          .exists, "the class \(className) already exists",
          remedy: .words("give no properties to create a model of this class, or choose another class with --class"))
      }
      guard !isEncrypted || ModelKind(superclass).isEncrypted else {
        throw OKitError(.usage, "\(className) derives from \(superclass.rawValue), which is not encrypted")
      }
      (source, definitions) = (nil, present)
      return
    }
    let superclass: ModelSuperclass = isEncrypted ? .encrypted : .model
    var classes = [
      ClassDefinition(
        name: className, superclass: superclass.rawValue, role: .model(superclass),
        properties: try Self.properties(properties, present))
    ]
    for missing in Self.missingClasses(properties, besides: present, className) {
      classes.append(
        ClassDefinition(
          name: missing, superclass: "ModelEntity", role: .entity, properties: [Self.id],
          note: "Add the properties of \(missing)."))
    }
    // An existing registration is not repeated.
    let isRegistered = present.registrations.contains { $0.modelName == name.description }
    let new = Definitions(
      classes: classes,
      registrations: isRegistered ? [] : [ModelRegistration(className: className, modelName: name.description)])
    let text = SwiftWriter(new, registrationFunction: "register\(className)").text
    source = text
    definitions = try Self.reading(text, as: "\(className).swift", with: known)
    for property in properties { try requireFittingDefault(property) }
  }

  /// Checks a default. It must be a literal of its type, or a call whose value only the app knows.
  private func requireFittingDefault(_ new: NewProperty) throws {
    guard let text = new.defaultText,
      let property = definitions.classes[className]?.properties.first(where: { $0.name == new.name })
    else { return }
    func wrong(_ detail: String) -> OKitError {
      OKitError(
        .usage, "\(PathComponent.printable(text)) is not a valid default of \(new.name): \(detail)",
        remedy: .words("write a default as in Swift, such as 5, [\"a\", \"b\"] or [\"key\": 1]"))
    }
    guard property.defaultValue?.text == text else { throw wrong("it is not a single value") }
    guard let json = property.defaultValue?.json else {
      guard text.utf8.last == UInt8(ascii: ")") else { throw wrong("it is not of type \(property.type)") }
      return
    }
    guard let value = try? JSONDocument(parsing: json).root else { return }
    var checker = DefinitionChecker(definitions)
    if let fault = checker.walk(value, as: property.type).faults.first { throw wrong(fault.message) }
  }

  private static let id = PropertyDefinition(name: "id", type: .optional(.string), isImplicitlyUnwrapped: true)

  private static func properties(_ new: [NewProperty], _ known: Definitions) throws -> [PropertyDefinition] {
    var names: Set<String> = ["id"]
    return try [id]
      + new.map { property in
        guard names.insert(property.name).inserted else {
          throw OKitError(.usage, "duplicate property \(property.name)")
        }
        let value = property.defaultText.map { DefaultValue(text: $0) } ?? initial(of: property.type, known)
        return PropertyDefinition(name: property.name, type: property.type, defaultValue: value)
      }
  }

  private static func initial(of type: PropertyType, _ known: Definitions) -> DefaultValue? {
    // The type was parsed without the definitions, so its name may be that of an enumeration.
    guard case .object(let name) = type, let enumeration = known.enumerations[name] else { return .initial(of: type) }
    return enumeration.cases.first.map { DefaultValue(text: "." + SwiftIdentifier.quoted($0.name), json: $0.json) }
  }

  private static func missingClasses(
    _ properties: [NewProperty], besides known: Definitions, _ className: String
  ) -> [String] {
    var names: [String] = []
    for name in properties.flatMap(\.type.names)
    where known.classes[name] == nil && known.enumerations[name] == nil && name != className && !names.contains(name) {
      names.append(name)
    }
    return names
  }

  /// Reads all definitions together with the new file, to detect errors before anything is written.
  private static func reading(_ text: String, as path: String, with known: WorkspaceDefinitions) throws -> Definitions {
    let sources = try DefinitionFiles.read(known.files).map(\.source)
    let definitions = Definitions(understoodIn: sources + [SwiftSource(path: path, bytes: Array(text.utf8))])
    // Ignore problems that existed before the new file.
    let old = known.definitions.problems
    guard let problem = definitions.problems.first(where: { !old.contains($0) }) else { return definitions }
    throw OKitError(
      .usage, problem.error.message, excerpt: .init(line: problem.error.lineText, caret: problem.error.caret))
  }
}
