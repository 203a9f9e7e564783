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

  /// Writes a schema. `convert` returns the new text of a `$ref`. Patterns are written so that all validators understand them in the same way.
  private func write(_ json: JSONValue, to writer: inout JSONWriter, _ convert: (String) -> String) {
    switch json.kind {
    case .object:
      writer.object { writer in
        for (key, value) in json.members {
          var member = JSONWriter()
          if key.string == "$ref", let reference = value.string {
            member.element(convert(reference))
          } else if key.string == "pattern", let pattern = value.string {
            member.element(Self.portable(pattern))
          } else if key.string == "patternProperties", value.kind == .object {
            member.object { member in
              for (pattern, value) in value.members {
                var schema = JSONWriter()
                write(value, to: &schema, convert)
                member.member(Self.portable(pattern.string), JSONText(schema.text))
              }
            }
          } else if ["enum", "const", "default", "examples"].contains(key.string) {
            member.element(value)
          } else {
            write(value, to: &member, convert)
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

  private static func portable(_ pattern: String) -> String {
    (try? PortablePattern(pattern))?.schemaText ?? pattern
  }
}
