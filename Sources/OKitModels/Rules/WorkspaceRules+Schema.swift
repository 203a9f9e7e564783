import Definitions
import JSONDocument
import Rules

extension WorkspaceRules {
  /// The rules of each class as JSON Schema, so that they can be members of its `allOf` in the schema of a model. References between rules lead to these
  /// places.
  package var schemaTexts: [String: [String]] {
    ofClass.mapValues { sources in
      sources.enumerated().map { number, source in text(source.schema.json, of: source, at: number) }
    }
  }

  private func text(_ json: JSONValue, of source: ClassRules, at number: Int) -> String {
    var writer = JSONWriter()
    write(json, to: &writer) { reference in
      let pieces = reference.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
      let file = String(pieces[0])
      let pointer = pieces.count > 1 ? String(pieces[1]) : ""
      let name = file.isEmpty ? source.className : file.withoutSuffix(".json") ?? file
      let index = ofClass[name]?.firstIndex { $0.className == name } ?? number
      return "\(JSONSchemaWriter.reference(to: name))/allOf/\(file.isEmpty ? number : index)\(pointer)"
    }
    return writer.text
  }

  /// Writes a schema, or a part of it. `convert` returns the new text of a `$ref`. Patterns are written so that validators understand them in the same
  /// way.
  private func write(_ json: JSONValue, to writer: inout JSONWriter, _ convert: (String) -> String) {
    switch json.kind {
    case .object:
      writer.object { writer in
        for (key, value) in json.members {
          var member = JSONWriter()
          switch key.string {
          case "$ref" where value.kind == .string: member.element(convert(value.string ?? ""))
          case "pattern" where value.kind == .string: member.element(Self.portable(value.string ?? ""))
          case "enum", "const", "default", "examples": member.element(value)
          case "properties", "$defs": write(schemasIn: value, to: &member, convert)
          case "patternProperties": write(schemasIn: value, to: &member, naming: Self.portable, convert)
          default: write(value, to: &member, convert)
          }
          writer.member(key.string, JSONText(member.text))
        }
      }
    case .array:
      writer.array { writer in
        for element in json.elements {
          var member = JSONWriter()
          write(element, to: &member, convert)
          writer.element(JSONText(member.text))
        }
      }
    default: writer.element(json)
    }
  }

  /// Writes an object whose members are schemas. `naming` returns the new key of each, unless another one has it.
  private func write(
    schemasIn json: JSONValue, to writer: inout JSONWriter, naming: (String) -> String = { $0 },
    _ convert: (String) -> String
  ) {
    var taken = Set(json.members.map { ExactText($0.key.string) })
    writer.object { writer in
      for (key, value) in json.members {
        var schema = JSONWriter()
        write(value, to: &schema, convert)
        let name = naming(key.string)
        writer.member(taken.insert(ExactText(name)).inserted ? name : key.string, JSONText(schema.text))
      }
    }
  }

  private static func portable(_ pattern: String) -> String {
    (try? PortablePattern(pattern))?.schemaText ?? pattern
  }
}
