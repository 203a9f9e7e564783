import Definitions

/// Sources A.swift, B.swift, … with these contents.
private func sources(_ texts: [String]) -> [SwiftSource] {
  zip("ABCDEFGH", texts).map { SwiftSource(path: "\($0).swift", bytes: Array($1.utf8)) }
}

/// Reads files A.swift, B.swift, … with these contents.
func read(_ texts: String...) throws(DefinitionError) -> Definitions { try Definitions(reading: sources(texts)) }

/// The error of reading these files, or nil.
func failure(_ texts: String...) -> DefinitionError? {
  do {
    _ = try Definitions(reading: sources(texts))
    return nil
  } catch {
    return error
  }
}

/// The stored properties of a model class with these members, each as `name: Type = value`.
func members(_ text: String, after code: String = "") throws(DefinitionError) -> [String] {
  try read(code + "\nclass Thing: ModelEntity, Codable {\n" + text + "\n}")["Thing"]
}

extension Definitions {
  /// The stored properties of a class, each on a line with all its attributes except its position.
  subscript(_ name: String) -> [String] { classes[name]?.properties.map(\.line) ?? ["no class \(name)"] }
}

extension PropertyDefinition {
  /// `let title "name": String! = "x" -> "x" / note / was former`, without missing parts.
  var line: String {
    var line = (isConstant ? "let " : "") + name + (key == name ? "" : " \"\(key)\"")
    line += ": " + (isImplicitlyUnwrapped ? "\(type.description.dropLast())!" : "\(type)")
    if let defaultValue { line += " = " + (defaultValue.json ?? "{\(defaultValue.text)}") }
    if let note { line += " / " + note }
    if let formerName { line += " / was " + formerName }
    return line
  }
}
