import JSONDocument

/// The coding of properties, if Swift does not synthesize it.
struct Coding {
  let properties: [PropertyDefinition]

  /// Writes the keys of a class with properties whose keys differ from their names.
  func writeKeys(to output: inout SwiftText) {
    output.block("enum CodingKeys: String, CodingKey") { output in
      for property in properties {
        let name = SwiftIdentifier.quoted(property.name)
        output.line(
          property.key.isExactly(property.name) ? "case \(name)" : "case \(name) = \(SwiftText.quoted(property.key))")
      }
    }
  }

  /// Writes keys and both coding methods of a class whose superclass is Codable. Without them, only the properties of the superclass are stored.
  func write(to output: inout SwiftText) {
    writeKeys(to: &output)
    output.space()
    output.block("required init()") { $0.line("super.init()") }
    output.space()
    output.block("required init(from decoder: any Decoder) throws") { output in
      output.line("let container = try decoder.container(keyedBy: CodingKeys.self)")
      for property in properties where !(property.isConstant && property.defaultValue != nil) {
        let method = property.type.isOptional ? "decodeIfPresent" : "decode"
        let name = SwiftIdentifier.quoted(property.name)
        output.line("\(name) = try container.\(method)(\(property.type.unwrapped).self, forKey: .\(name))")
      }
      output.line("try super.init(from: decoder)")
    }
    output.space()
    output.block("override func encode(to encoder: any Encoder) throws") { output in
      output.line("try super.encode(to: encoder)")
      output.line("var container = encoder.container(keyedBy: CodingKeys.self)")
      for property in properties {
        let method = property.type.isOptional ? "encodeIfPresent" : "encode"
        let name = SwiftIdentifier.quoted(property.name)
        output.line("try container.\(method)(\(name), forKey: .\(name))")
      }
    }
  }
}
