import JSONDocument

/// The keywords of JSON Schema.
extension SchemaParser {
  /// Parses a keyword of `schema`.
  func parse(_ keyword: String, _ json: JSONValue, into schema: Schema) throws(RuleError) {
    let source = schema.source
    func add(_ assertion: Assertion) {
      schema.rules.append(Rule(keyword: keyword, json: json, assertion: assertion))
    }
    switch keyword {
    case "title": schema.notes.title = try text(json, keyword, source)
    case "description": schema.notes.description = try text(json, keyword, source)
    case "examples": schema.notes.examples = Array(try array(json, keyword, source).elements)
    case "default": schema.notes.defaultValue = json
    case "$comment", "$schema": _ = try text(json, keyword, source)
    case "$defs": for (_, value) in try object(json, keyword, source).members { _ = try alternative(value, in: source) }
    case "readOnly": schema.isReadOnly = try bool(json, keyword, source)
    case "$ref": add(.reference(try reference(json, in: source)))
    case "type": add(.type(try types(json, source)))
    case "enum": add(.oneOf(ListedValues(Array(try array(json, keyword, source).elements))))
    case "const": add(.oneOf(ListedValues([json])))
    case "minimum": add(.minimum(try number(json, keyword, source)))
    case "maximum": add(.maximum(try number(json, keyword, source)))
    case "exclusiveMinimum": add(.exclusiveMinimum(try number(json, keyword, source)))
    case "exclusiveMaximum": add(.exclusiveMaximum(try number(json, keyword, source)))
    case "multipleOf":
      guard let divisor = DecimalDivisor(json) else {
        throw RuleError(
          "multipleOf is a positive number with at most \(DecimalDivisor.maximumDigits) digits", at: json, in: source)
      }
      add(.multiple(divisor))
    case "minLength": add(.length(try count(json, keyword, source)...Int.max))
    case "maxLength": add(.length(0...(try count(json, keyword, source))))
    case "pattern": add(.pattern(try pattern(json, json.string, source)))
    case "format":
      let name = try text(json, keyword, source)
      guard let format = TextFormat(rawValue: name) else {
        throw RuleError(
          "unknown format \(json.shown)", at: json, in: source, unknownName: name,
          candidates: TextFormat.allCases.map(\.rawValue))
      }
      add(.format(format))
    case "minItems": add(.elementCount(try count(json, keyword, source)...Int.max))
    case "maxItems": add(.elementCount(0...(try count(json, keyword, source))))
    case "uniqueItems": if try bool(json, keyword, source) { add(.uniqueElements) }
    case "minProperties": add(.memberCount(try count(json, keyword, source)...Int.max))
    case "maxProperties": add(.memberCount(0...(try count(json, keyword, source))))
    case "required": add(.required(try texts(json, keyword, source)))
    case "dependentRequired":
      var requirements: [(key: String, others: [String])] = []
      for (key, value) in try object(json, keyword, source).members {
        requirements.append((key.string, try texts(value, keyword, source)))
      }
      add(.requiredWith(requirements))
    case "items", "prefixItems", "contains", "minContains", "maxContains", "properties", "patternProperties",
      "additionalProperties", "propertyNames", "allOf", "anyOf", "oneOf", "not", "if", "then", "else":
      if let assertion = try applicator(keyword, json, beside: schema.json, source) { add(assertion) }
    default:
      try parseOwn(keyword, json, into: schema)
    }
  }

  /// Parses a keyword that contains schemas. Returns nil for one that belongs to another keyword.
  private func applicator(
    _ keyword: String, _ json: JSONValue, beside others: JSONValue, _ source: RuleSource
  ) throws(RuleError) -> Assertion? {
    switch keyword {
    case "items":
      let prefix = others["prefixItems"].map(\.count) ?? 0
      return .items(try schema(json, in: source), from: prefix)
    case "prefixItems": return .prefixItems(try schemas(json, keyword, source, isRequired: true))
    case "contains":
      let minimum = try others["minContains"].map { json throws(RuleError) in try count(json, "minContains", source) }
      let maximum = try others["maxContains"].map { json throws(RuleError) in try count(json, "maxContains", source) }
      let (least, most) = (minimum ?? 1, maximum ?? .max)
      guard least <= most else { throw RuleError("minContains is greater than maxContains", at: json, in: source) }
      return .contains(try alternative(json, in: source), least...most)
    case "minContains", "maxContains":
      _ = try count(json, keyword, source)
      return nil
    case "properties":
      var properties: [(key: String, schema: Schema)] = []
      for (key, value) in try object(json, keyword, source).members {
        properties.append((key.string, try schema(value, in: source)))
      }
      return .properties(properties)
    case "patternProperties":
      var properties: [(pattern: PortablePattern, schema: Schema)] = []
      for (key, value) in try object(json, keyword, source).members {
        properties.append((try pattern(value, key.string, source), try schema(value, in: source)))
      }
      return .patternProperties(properties)
    case "additionalProperties":
      var patterns: [PortablePattern] = []
      for (key, value) in others["patternProperties"]?.objectMembers ?? [] {
        patterns.append(try pattern(value, key, source))
      }
      let keys = (others["properties"]?.objectMembers ?? []).map { ExactText($0.key) }
      return .otherProperties(try schema(json, in: source), keys: Set(keys), patterns: patterns)
    case "propertyNames": return .keys(try alternative(json, in: source))
    case "allOf": return .all(try schemas(json, keyword, source, isRequired: true))
    case "anyOf": return .any(try schemas(json, keyword, source, isRequired: false))
    case "oneOf": return .exactlyOne(try schemas(json, keyword, source, isRequired: false))
    case "not": return .not(try alternative(json, in: source))
    case "if":
      return .conditional(
        condition: try alternative(json, in: source),
        then: try others["then"].map { json throws(RuleError) in try alternative(json, in: source) },
        otherwise: try others["else"].map { json throws(RuleError) in try alternative(json, in: source) })
    default:
      guard others["if"] != nil else { throw RuleError("\(keyword) without if", at: json, in: source) }
      return nil
    }
  }

  private func schemas(
    _ json: JSONValue, _ keyword: String, _ source: RuleSource, isRequired: Bool
  ) throws(RuleError) -> [Schema] {
    var schemas: [Schema] = []
    for element in try array(json, keyword, source).elements {
      schemas.append(isRequired ? try schema(element, in: source) : try alternative(element, in: source))
    }
    guard !schemas.isEmpty else { throw RuleError("\(keyword) is an empty array", at: json, in: source) }
    return schemas
  }

  private func pattern(
    _ json: JSONValue, _ text: String?, _ source: RuleSource
  ) throws(RuleError) -> PortablePattern {
    guard let text else { throw RuleError("pattern is a string", at: json, in: source) }
    do {
      return try PortablePattern(text)
    } catch {
      throw RuleError("invalid pattern: \(error.message)", at: json, in: source)
    }
  }

  private func types(_ json: JSONValue, _ source: RuleSource) throws(RuleError) -> [SchemaType] {
    let names = json.kind == .string ? [json] : Array(try array(json, "type", source).elements)
    var types: [SchemaType] = []
    for name in names {
      guard let type = name.string.flatMap(SchemaType.init) else {
        throw RuleError(
          "unknown type \(name.shown)", at: json, in: source, unknownName: name.string ?? name.rawText,
          candidates: SchemaType.allCases.map(\.rawValue))
      }
      types.append(type)
    }
    return types
  }

  // MARK: - Values of keywords

  func text(_ json: JSONValue, _ keyword: String, _ source: RuleSource) throws(RuleError) -> String {
    guard let text = json.string else { throw RuleError("\(keyword) is a string", at: json, in: source) }
    return text
  }

  func object(_ json: JSONValue, _ keyword: String, _ source: RuleSource) throws(RuleError) -> JSONValue {
    guard json.kind == .object else { throw RuleError("\(keyword) is an object", at: json, in: source) }
    return json
  }

  func array(_ json: JSONValue, _ keyword: String, _ source: RuleSource) throws(RuleError) -> JSONValue {
    guard json.kind == .array else { throw RuleError("\(keyword) is an array", at: json, in: source) }
    return json
  }

  private func bool(_ json: JSONValue, _ keyword: String, _ source: RuleSource) throws(RuleError) -> Bool {
    guard let bool = json.bool else { throw RuleError("\(keyword) is true or false", at: json, in: source) }
    return bool
  }

  private func number(_ json: JSONValue, _ keyword: String, _ source: RuleSource) throws(RuleError) -> JSONValue {
    guard json.kind == .number else { throw RuleError("\(keyword) is a number", at: json, in: source) }
    return json
  }

  private func count(_ json: JSONValue, _ keyword: String, _ source: RuleSource) throws(RuleError) -> Int {
    guard let count = json.int, count >= 0 else {
      throw RuleError("\(keyword) is a whole number and not negative", at: json, in: source)
    }
    return count
  }

  private func texts(_ json: JSONValue, _ keyword: String, _ source: RuleSource) throws(RuleError) -> [String] {
    var texts: [String] = []
    for element in try array(json, keyword, source).elements {
      guard let text = element.string else {
        throw RuleError("\(keyword) contains only strings", at: element, in: source)
      }
      texts.append(text)
    }
    return texts
  }
}

extension JSONValue {
  /// The members of an object with their decoded keys; empty for any other value.
  fileprivate var objectMembers: [(key: String, value: JSONValue)] {
    kind == .object ? members.map { ($0.key.string, $0.value) } : []
  }
}
