import Definitions
import JSONDocument
import Rules

extension WorkspaceRules {
  /// The rules of each class as JSON Schema, so that they can be members of its `allOf` in the schema of a model. References between rules lead to these
  /// places, and to those of the files without a class, which are also here. Rules that only cause warnings restrict nothing, so they are left out.
  package var schemaTexts: [String: [String]] {
    ofClass.mapValues { sources in
      sources.enumerated().map { number, source in text(source.schema.json, of: source.className, at: number) }
    }.merging(shared.map { ($0.key, [text($0.value.json, of: $0.key, at: 0)]) }) { own, _ in own }
  }

  private func text(_ json: JSONValue, of className: String, at number: Int) -> String {
    var writer = JSONWriter()
    write(json, to: &writer, isWarning: false) { reference in
      let pieces = reference.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
      let file = String(pieces[0])
      let pointer = pieces.count > 1 ? String(pieces[1]) : ""
      let name = file.isEmpty ? className : file.withoutSuffix(".json") ?? file
      let index = ofClass[name]?.firstIndex { $0.className == name } ?? (file.isEmpty ? number : 0)
      return "\(JSONSchemaWriter.reference(to: name))/allOf/\(file.isEmpty ? number : index)\(pointer)"
    }
    return writer.text
  }

  /// The members of a schema that only causes warnings which contain other schemas, or describe the value.
  private static let membersOfWarnings = [
    "$defs", "properties", "patternProperties", "items", "prefixItems", "allOf", "title", "description", "examples",
    "default", SchemaParser.prefix + "severity",
  ]

  /// Writes a schema, or a part of it. `convert` returns the new text of a `$ref`. Patterns are written so that validators understand them in the same
  /// way.
  ///
  /// - Parameter isWarning: True if violations of the schema are only warnings.
  private func write(
    _ json: JSONValue, to writer: inout JSONWriter, isWarning: Bool, _ convert: (String) -> String
  ) {
    switch json.kind {
    case .object:
      let severity = json[SchemaParser.prefix + "severity"]?.string.flatMap(RuleSeverity.init)
      let isWarning = severity.map { $0 == .warning } ?? isWarning
      writer.object { writer in
        for (key, value) in json.members
        where !isWarning || Self.membersOfWarnings.contains(where: key.string.isExactly) {
          var member = JSONWriter()
          switch key.string {
          case "$ref" where value.kind == .string: member.element(convert(value.string ?? ""))
          case "pattern" where value.kind == .string: member.element(Self.portable(value.string ?? ""))
          case "enum", "const", "default", "examples": member.element(value)
          case "properties": write(schemasIn: value, to: &member, isWarning: isWarning, convert)
          // Their severity depends on what refers to them.
          case "$defs": write(schemasIn: value, to: &member, isWarning: false, convert)
          case "patternProperties":
            write(schemasIn: value, to: &member, naming: Self.portable, isWarning: isWarning, convert)
          default: write(value, to: &member, isWarning: isWarning, convert)
          }
          writer.member(key.string, JSONText(member.text))
        }
      }
    case .array:
      writer.array { writer in
        for element in json.elements {
          var member = JSONWriter()
          write(element, to: &member, isWarning: isWarning, convert)
          writer.element(JSONText(member.text))
        }
      }
    case .bool where isWarning: writer.element(JSONText("true"))
    default: writer.element(json)
    }
  }

  /// Writes an object whose members are schemas. `naming` returns the new key of each, unless another one has it.
  private func write(
    schemasIn json: JSONValue, to writer: inout JSONWriter, naming: (String) -> String = { $0 }, isWarning: Bool,
    _ convert: (String) -> String
  ) {
    var taken = Set(json.members.map { ExactText($0.key.string) })
    writer.object { writer in
      for (key, value) in json.members {
        var schema = JSONWriter()
        write(value, to: &schema, isWarning: isWarning, convert)
        let name = naming(key.string)
        writer.member(taken.insert(ExactText(name)).inserted ? name : key.string, JSONText(schema.text))
      }
    }
  }

  private static func portable(_ pattern: String) -> String {
    (try? PortablePattern(pattern))?.schemaText ?? pattern
  }
}
