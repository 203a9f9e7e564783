import Definitions

/// Files A.swift, B.swift, … with these contents.
private func sources(_ texts: [String]) -> [SwiftSource] {
  zip("ABCDEFGH", texts).map { SwiftSource(path: "\($0).swift", bytes: Array($1.utf8)) }
}

/// Reads files A.swift, B.swift, … with these contents.
func read(_ texts: String...) throws(DefinitionError) -> Definitions { try Definitions(reading: sources(texts)) }

/// The error that reading these files throws; nil if it throws none.
func failure(_ texts: String...) -> DefinitionError? {
  do {
    _ = try Definitions(reading: sources(texts))
    return nil
  } catch {
    return error
  }
}

/// The properties that a model class with these members stores, each as `name: Type = value`.
func members(_ text: String, after code: String = "") throws(DefinitionError) -> [String] {
  try read(code + "\nclass Thing: ModelEntity, Codable {\n" + text + "\n}")["Thing"]
}

extension Definitions {
  /// The properties that a class stores, each on a line with everything that is known of it except its place.
  subscript(_ name: String) -> [String] { classes[name]?.properties.map(\.line) ?? ["no class \(name)"] }
}

extension PropertyDefinition {
  /// `let title "name": String! = "x" -> "x" / note / was former`, without the parts that are missing.
  var line: String {
    var line = (isConstant ? "let " : "") + name + (key == name ? "" : " \"\(key)\"")
    line += ": " + (isImplicitlyUnwrapped ? "\(type.description.dropLast())!" : "\(type)")
    if let defaultValue { line += " = " + (defaultValue.json ?? "{\(defaultValue.text)}") }
    if let note { line += " / " + note }
    if let formerName { line += " / was " + formerName }
    return line
  }
}
