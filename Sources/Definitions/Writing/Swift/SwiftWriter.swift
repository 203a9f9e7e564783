import JSONDocument

/// Writes definitions as idiomatic Swift source.
///
/// Reading the text returns the same definitions, apart from their places, if each class stores the properties of its superclass before its own.
/// A subclass of a Codable class is written with `init(from:)` and `encode(to:)`, because Swift does not synthesize them for its own properties.
package struct SwiftWriter {
  private let definitions: Definitions
  private let registrationFunction: String
  private let order: DeclarationOrder
  private let bases: Set<String>

  /// A writer of all `definitions` except the framework's own classes.
  ///
  /// The function `registrationFunction` registers the models.
  package init(_ definitions: Definitions, registrationFunction: String = "registerModels") {
    self.definitions = definitions
    self.registrationFunction = registrationFunction
    order = DeclarationOrder(definitions)
    bases = Set(definitions.classes.values.compactMap(\.superclass))
  }

  /// The whole file, including imports.
  package var text: String {
    var output = SwiftText()
    output.line("import Foundation")
    output.line("import OKit")
    for name in order.outermost {
      output.space()
      write(name, to: &output)
    }
    if !definitions.registrations.isEmpty {
      output.space()
      output.line("/// Registers the models. Call this before you use the first one.")
      output.block("func \(registrationFunction)()") { output in
        for registration in definitions.registrations { output.line(Self.call(registration)) }
      }
    }
    return output.text
  }

  private static func call(_ registration: ModelRegistration) -> String {
    let name = registration.modelName
    return
      "Model.register(\(registration.className).self\(name == "default" ? "" : ", name: \(SwiftText.quoted(name))"))"
  }

  private func write(_ name: String, to output: inout SwiftText) {
    if let definition = definitions.classes[name] {
      write(definition, to: &output)
    } else if let enumeration = definitions.enumerations[name] {
      write(enumeration, to: &output)
    } else {
      output.block("enum \(Self.lastComponent(name))") { writeNested(in: name, to: &$0) }
    }
  }

  private func writeNested(in name: String, to output: inout SwiftText) {
    for inner in order.nested[name] ?? [] {
      output.space()
      write(inner, to: &output)
    }
  }

  private static func lastComponent(_ name: String) -> String {
    SwiftIdentifier.quoted(String(name.split(separator: ".").last ?? ""))
  }

  // MARK: - Enumerations

  private func write(_ enumeration: Enumeration, to output: inout SwiftText) {
    output.comment(enumeration.note)
    output.block("enum \(Self.lastComponent(enumeration.name)): \(enumeration.rawType.text), Codable") { output in
      for item in enumeration.cases {
        let name = SwiftIdentifier.quoted(item.name)
        let isImplied = enumeration.rawType == .string && item.json.isExactly("\"\(item.name)\"")
        output.line(isImplied ? "case \(name)" : "case \(name) = \(Self.literal(item.json))")
      }
      writeNested(in: enumeration.name, to: &output)
    }
  }

  /// Returns the Swift literal of a case's raw value.
  private static func literal(_ json: String) -> String {
    (try? JSONDocument(parsing: json))?.root.string.map(SwiftText.quoted) ?? json
  }

  // MARK: - Classes

  private func write(_ definition: ClassDefinition, to output: inout SwiftText) {
    output.comment(definition.note, formerName: definition.formerName)
    let superclass = definition.superclass.flatMap { definitions.classes[$0] }
    let inherited = superclass?.properties ?? []
    let inheritedEntity = superclass?.partialEntity
    let own = Array(
      definition.properties.dropFirst(Self.isPrefix(inherited, of: definition.properties) ? inherited.count : 0))
    // A framework class with stored properties is Codable, and so are its subclasses.
    let isBase = definition.superclass.map { FrameworkClasses.contains($0) && inherited.isEmpty } ?? true
    output.block(header(definition, isBase: isBase)) { output in
      for property in own { Self.write(property, to: &output) }
      if let entity = definition.partialEntity, entity != inheritedEntity {
        output.space()
        output.line(
          "var \(SwiftIdentifier.quoted(entity.property)): \(entity.className) { retrieve(\(entity.className).self) }")
      }
      if !isBase, !own.isEmpty {
        output.space()
        Coding(properties: own).write(to: &output)
      } else if own.contains(where: { !$0.key.isExactly($0.name) }) {
        output.space()
        Coding(properties: own).writeKeys(to: &output)
      }
      writeNested(in: definition.name, to: &output)
    }
  }

  private static func isPrefix(_ inherited: [PropertyDefinition], of properties: [PropertyDefinition]) -> Bool {
    properties.starts(with: inherited) { $0.key.isExactly($1.key) }
  }

  private func header(_ definition: ClassDefinition, isBase: Bool) -> String {
    let isSuperclass = bases.contains(definition.name)
    let keyword =
      definition.superclass == nil ? (isSuperclass ? "class" : "struct") : isSuperclass ? "class" : "final class"
    let parents = [definition.superclass].compactMap { $0 } + (isBase ? ["Codable"] : [])
    return "\(keyword) \(Self.lastComponent(definition.name)): \(parents.joined(separator: ", "))"
  }

  private static func write(_ property: PropertyDefinition, to output: inout SwiftText) {
    output.comment(property.note, formerName: property.formerName)
    var type = property.type.description
    if property.isImplicitlyUnwrapped, case .optional(let wrapped) = property.type { type = "\(wrapped)!" }
    let keyword = property.isConstant ? "let" : "var"
    let value = property.defaultValue.map { " = " + $0.text } ?? ""
    output.line("\(keyword) \(SwiftIdentifier.quoted(property.name)): \(type)\(value)")
  }
}
