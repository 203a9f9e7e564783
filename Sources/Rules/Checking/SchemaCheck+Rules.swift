import JSONDocument
import LocalText

/// The meaning of each keyword.
extension SchemaCheck {
  mutating func check(_ value: JSONValue, _ rule: Rule, of schema: Schema) throws {
    switch rule.assertion {
    case .never: fail("no value is allowed here", value, rule, of: schema)
    case .type(let types):
      if !types.contains(where: { $0.matches(value) }) {
        fail("\(value.shown) is not \(Self.list(types.map(\.shown)))", value, rule, of: schema)
      }
    case .oneOf(let values):
      if !values.contains(value) {
        fail("\(value.shown) is not \(Self.list(values.all.map(\.shown)))", value, rule, of: schema)
      }
    case .minimum(let limit):
      if let order = value.numericOrder(to: limit), order < 0 {
        fail("\(value.shown) is less than \(limit.rawText)", value, rule, of: schema)
      }
    case .maximum(let limit):
      if let order = value.numericOrder(to: limit), order > 0 {
        fail("\(value.shown) is greater than \(limit.rawText)", value, rule, of: schema)
      }
    case .exclusiveMinimum(let limit):
      if let order = value.numericOrder(to: limit), order <= 0 {
        fail("\(value.shown) is not greater than \(limit.rawText)", value, rule, of: schema)
      }
    case .exclusiveMaximum(let limit):
      if let order = value.numericOrder(to: limit), order >= 0 {
        fail("\(value.shown) is not less than \(limit.rawText)", value, rule, of: schema)
      }
    case .multiple(let divisor):
      if value.kind == .number, !divisor.divides(value) {
        fail("\(value.shown) is not a multiple of \(divisor.text)", value, rule, of: schema)
      }
    case .length, .pattern, .format: try checkText(value, rule, of: schema)
    case .items, .prefixItems, .contains, .elementCount, .uniqueElements: try checkArray(value, rule, of: schema)
    case .properties, .patternProperties, .otherProperties, .keys, .required, .requiredWith, .memberCount:
      try checkObject(value, rule, of: schema)
    case .all, .any, .exactlyOne, .not, .conditional, .reference: try checkCombination(value, rule, of: schema)
    case .candidates, .equal, .unique, .earliest, .latest, .predicates: try checkOwn(value, rule, of: schema)
    }
  }

  /// Returns words in a sentence: `a, b or c`.
  static func list(_ words: [String], joinedBy conjunction: String = "or") -> String {
    let shown = words.count > 12 ? words.prefix(10) + ["\(words.count - 10) others"] : words[...]
    guard let last = shown.last, shown.count > 1 else { return shown.first ?? "allowed" }
    return shown.dropLast().joined(separator: ", ") + " \(conjunction) " + last
  }

  // MARK: - Texts

  private mutating func checkText(_ value: JSONValue, _ rule: Rule, of schema: Schema) throws {
    guard let text = value.string else { return }
    switch rule.assertion {
    case .length(let range):
      let length = text.unicodeScalars.count
      if length < range.lowerBound {
        fail(
          length == 0
            ? "the text is empty" : "\(value.shown) is shorter than \(Self.amount(range.lowerBound, "character"))",
          value, rule, of: schema)
      } else if length > range.upperBound {
        fail("\(value.shown) is longer than \(Self.amount(range.upperBound, "character"))", value, rule, of: schema)
      }
    case .pattern(let pattern):
      do {
        if try !pattern.isFound(in: text) {
          fail("\(value.shown) does not match \(pattern.text)", value, rule, of: schema)
        }
      } catch  where ICULibrary.installed != nil {
        // The text is the reason, and other values can be edited.
        fail("\(value.shown) takes too long to match with \(pattern.text)", value, rule, of: schema)
      } catch {
        throw RuleError("cannot match the pattern: \(error.description)", at: rule.json, in: schema.source)
      }
    case .format(let format):
      if !format.matches(text) { fail("\(value.shown) is not \(format.shown)", value, rule, of: schema) }
    default: break
    }
  }

  private func isFound(_ pattern: PortablePattern, in text: String, _ rule: Rule, of schema: Schema) throws -> Bool {
    do {
      return try pattern.isFound(in: text)
    } catch {
      throw RuleError("cannot match the pattern: \(error.description)", at: rule.json, in: schema.source)
    }
  }

  static func amount(_ count: Int, _ unit: String) -> String { "\(count) \(unit)\(count == 1 ? "" : "s")" }

  // MARK: - Arrays

  private mutating func checkArray(_ value: JSONValue, _ rule: Rule, of schema: Schema) throws {
    guard value.kind == .array else { return }
    switch rule.assertion {
    case .items(let items, let first):
      for element in value.elements.dropFirst(first) { try check(element, items) }
    case .prefixItems(let schemas):
      for (element, schema) in zip(value.elements, schemas) { try check(element, schema) }
    case .contains(let content, let range):
      var count = 0
      // How many match tells whether a change makes it worse.
      for element in value.elements where !isProbe || count <= range.upperBound {
        if try isValid(element, content) { count += 1 }
        if count >= range.lowerBound, range.upperBound == .max { return }
      }
      if count < range.lowerBound {
        fail("\(Self.amount(count, "element")) instead of at least \(range.lowerBound) match", value, rule, of: schema)
        {
          $0.matches = count
        }
      } else if count > range.upperBound {
        fail("more than \(Self.amount(range.upperBound, "element")) match", value, rule, of: schema) {
          $0.matches = count
        }
      }
    case .elementCount(let range):
      let count = value.count
      if count < range.lowerBound {
        fail(
          "the array has \(Self.amount(count, "element")), which is fewer than \(range.lowerBound)", value, rule,
          of: schema)
      } else if count > range.upperBound {
        fail(
          "the array has \(Self.amount(count, "element")), which is more than \(range.upperBound)", value, rule,
          of: schema)
      }
    case .uniqueElements:
      var counts: [[UInt8]: Int] = [:]
      var repeated: [String] = []
      for element in value.elements {
        counts[element.comparisonKey, default: 0] += 1
        if counts[element.comparisonKey] == 2 { repeated.append(element.shown) }
      }
      guard !repeated.isEmpty else { return }
      let verb = repeated.count == 1 ? "is" : "are"
      fail("\(Self.list(repeated, joinedBy: "and")) \(verb) in the array more than once", value, rule, of: schema)
    default: break
    }
  }

  // MARK: - Objects

  private mutating func checkObject(_ value: JSONValue, _ rule: Rule, of schema: Schema) throws {
    guard value.kind == .object else { return }
    switch rule.assertion {
    case .properties(let properties):
      for (key, schema) in properties { if let member = value[key] { try check(member, schema) } }
    case .patternProperties(let properties):
      for (key, member) in value.members where key.isFirst {
        for (pattern, schema) in properties where try isFound(pattern, in: key.string, rule, of: schema) {
          try check(member, schema)
        }
      }
    case .otherProperties(let others, let keys, let patterns):
      for (key, member) in value.members where key.isFirst && !keys.contains(ExactText(key.string)) {
        let text = key.string
        if try !patterns.contains(where: { try isFound($0, in: text, rule, of: schema) }) { try check(member, others) }
      }
    case .keys(let names):
      for (key, member) in value.members where key.isFirst {
        let name = try JSONDocument(parsing: JSONText.quote(key.string)).root
        if try !isValid(name, names) { fail("the key \(name.shown) is not allowed", member, rule, of: schema) }
      }
    case .required(let keys):
      for key in keys where value[key] == nil {
        fail("'\(key)' is missing", value, rule, of: schema, missing: key)
      }
    case .requiredWith(let requirements):
      for (key, others) in requirements where value[key] != nil {
        for other in others where value[other] == nil {
          fail("'\(other)' is missing, although '\(key)' exists", value, rule, of: schema, missing: other)
        }
      }
    case .memberCount(let range):
      let count = value.members.reduce(0) { $0 + ($1.key.isFirst ? 1 : 0) }
      if !range.contains(count) {
        fail(
          "the object has \(Self.amount(count, "member")), which is "
            + (count < range.lowerBound ? "fewer than \(range.lowerBound)" : "more than \(range.upperBound)"),
          value, rule, of: schema)
      }
    default: break
    }
  }

  // MARK: - Combinations

  private mutating func checkCombination(_ value: JSONValue, _ rule: Rule, of schema: Schema) throws {
    switch rule.assertion {
    case .all(let schemas): for schema in schemas { try check(value, schema) }
    case .any(let schemas):
      for schema in schemas { if try isValid(value, schema) { return } }
      fail("\(value.shown) matches none of the \(schemas.count) schemas in anyOf", value, rule, of: schema)
    case .exactlyOne(let schemas):
      let count = try schemas.reduce(0) { try $0 + (isValid(value, $1) ? 1 : 0) }
      if count != 1 {
        fail(
          "\(value.shown) matches \(count == 0 ? "none" : String(count)) of the \(schemas.count) schemas in oneOf",
          value, rule, of: schema)
      }
    case .not(let excluded):
      if try isValid(value, excluded) { fail("\(value.shown) matches what 'not' excludes", value, rule, of: schema) }
    case .conditional(let condition, let then, let otherwise):
      let branch = try isValid(value, condition) ? then : otherwise
      if let branch { try check(value, branch) }
    case .reference(let reference):
      guard let target = reference.target else { preconditionFailure("the parser of the schema no longer exists") }
      try check(value, target)
    default: break
    }
  }
}

extension JSONValue {
  /// True if JSON Schema counts both as equal.
  func isEqual(to other: JSONValue) -> Bool {
    guard kind == other.kind else { return false }
    switch kind {
    case .null: return true
    case .bool: return bool == other.bool
    case .number: return numericOrder(to: other) == 0
    case .string: return other.string.map(hasString) ?? false
    case .array, .object: return comparisonKey == other.comparisonKey
    }
  }
}
