/// Makes random JSON Schemas and documents that often concern each other.
package struct RandomSchema {
  private var generator: SeededGenerator
  /// The definitions that a schema can refer to.
  private var definitions: [String] = []

  /// Makes the same schemas and documents for the same seed.
  package init(seed: UInt64) {
    generator = SeededGenerator(seed: seed)
  }

  /// Returns a schema with the definitions, as JSON of `$defs`, that it refers to.
  package mutating func rules() -> (definitions: String, schema: String) {
    // A definition refers only to earlier ones, so that none contains itself.
    definitions = []
    var members: [String] = []
    for name in ["x", "y"] {
      members.append("\"\(name)\":\(schema(2))")
      definitions.append(name)
    }
    return ("{\(members.joined(separator: ","))}", schema(3))
  }

  /// Returns Python that reads lines with a schema and a document from the file that its argument names, and prints 1 for each valid one, else 0.
  ///
  /// For the enum of version 4.10 of jsonschema, [1] is [true].
  package static let validator = """
    import json, sys
    from jsonschema import Draft202012Validator, FormatChecker, ValidationError, validators

    def same(left, right):
        if isinstance(left, bool) or isinstance(right, bool):
            return left is right
        if isinstance(left, list) and isinstance(right, list):
            return len(left) == len(right) and all(map(same, left, right))
        if isinstance(left, dict) and isinstance(right, dict):
            return left.keys() == right.keys() and all(same(left[key], right[key]) for key in left)
        return left == right

    def enum(validator, values, instance, schema):
        if not any(same(instance, value) for value in values):
            yield ValidationError("not one of the values")

    Validator = validators.extend(Draft202012Validator, {"enum": enum})
    for line in open(sys.argv[1], encoding="utf-8"):
        case = json.loads(line)
        Draft202012Validator.check_schema(case["schema"])
        validator = Validator(case["schema"], format_checker=FormatChecker())
        print(1 if validator.is_valid(case["document"]) else 0)
    """

  private mutating func number(_ range: Range<Int>) -> Int { Int.random(in: range, using: &generator) }
  private mutating func pick<Element>(_ elements: [Element]) -> Element { elements.randomElement(using: &generator)! }

  private static let texts = [
    #""""#, #""a""#, #""ab""#, #""abc""#, #""ABC""#, #""12""#, #""2026-01-31""#, #""2026-02-30""#, #""x@example.com""#,
    #""no address""#, #""Straße""#, #""\ud83d\ude00""#, #""a\nb""#, #""10.0.0.1""#, #""10.0.0.256""#, #""::1""#,
    #""6f2c1f1e-9d2b-4a53-8a8e-0a1b2c3d4e5f""#,
  ]
  private static let numbers = [
    "0", "1", "-1", "2", "3", "1.0", "2.5", "10", "1e1", "-0", "12345678901234567890", "0.5",
  ]
  private static let keys = ["a", "b", "c", "d"]

  /// Returns a document that is nested at most this deep.
  package mutating func value(_ depth: Int) -> String {
    switch number(0..<(depth > 0 ? 8 : 5)) {
    case 0: return pick(["null", "true", "false"])
    case 1, 2: return pick(Self.numbers)
    case 3, 4: return pick(Self.texts)
    case 5:
      let count = number(0..<4)
      return "[" + (0..<count).map { _ in value(depth - 1) }.joined(separator: ",") + "]"
    default:
      let keys = Self.keys.filter { _ in number(0..<2) == 0 }
      return "{" + keys.map { "\"\($0)\":" + value(depth - 1) }.joined(separator: ",") + "}"
    }
  }

  private mutating func schema(_ depth: Int) -> String {
    if number(0..<20) == 0 { return pick(["true", "false", "{}"]) }
    var members: [String: String] = [:]
    for _ in 0..<number(1..<4) {
      let (keyword, json) = keyword(depth)
      for (key, value) in zip(keyword, json) { members[key] = value }
    }
    return "{" + members.sorted { $0.key < $1.key }.map { "\"\($0.key)\":\($0.value)" }.joined(separator: ",") + "}"
  }

  private mutating func strings(_ count: Int) -> String {
    "[" + Set((0..<count).map { _ in pick(Self.keys) }).sorted().map { "\"\($0)\"" }.joined(separator: ",") + "]"
  }

  private mutating func schemas(_ depth: Int) -> String {
    let count = number(1..<4)
    return "[" + (0..<count).map { _ in schema(depth - 1) }.joined(separator: ",") + "]"
  }

  private mutating func keyword(_ depth: Int) -> ([String], [String]) {
    switch number(0..<(depth > 0 ? 34 : 18)) {
    case 0: return (["minimum"], [pick(Self.numbers)])
    case 1: return (["maximum"], [pick(Self.numbers)])
    case 2: return (["exclusiveMinimum"], [pick(Self.numbers)])
    case 3: return (["exclusiveMaximum"], [pick(Self.numbers)])
    case 4: return (["multipleOf"], [pick(["1", "2", "3", "0.5", "10"])])
    case 5: return (["minLength"], [String(number(0..<4))])
    case 6: return (["maxLength"], [String(number(0..<4))])
    case 7:
      return (
        ["pattern"],
        [
          pick([
            #""^[a-z]+$""#, #""b""#, #""^.{2}$""#, #""^(?:ab|12)""#, #""[^a-z]""#, #""^[0-9]{4}-[0-9]{2}""#, #""\\.0""#,
          ])
        ]
      )
    case 8: return (["format"], [pick([#""date""#, #""email""#, #""ipv4""#, #""ipv6""#, #""uuid""#])])
    case 9: return (["enum"], ["[" + value(1) + "," + value(1) + "," + value(1) + "]"])
    case 10: return (["const"], [value(1)])
    case 11: return (["minItems"], [String(number(0..<4))])
    case 12: return (["maxItems"], [String(number(0..<4))])
    case 13: return (["uniqueItems"], [pick(["true", "false"])])
    case 14: return (["required"], [strings(number(0..<3))])
    case 15: return (["dependentRequired"], ["{\"\(pick(Self.keys))\":\(strings(number(0..<3)))}"])
    case 16: return (["minProperties", "maxProperties"], [String(number(0..<2)), String(number(2..<4))])
    case 17:
      return (
        ["type"],
        [pick([#""integer""#, #""number""#, #""string""#, #""object""#, #""array""#, #"["null","boolean","string"]"#])]
      )
    case 18, 19, 20:
      let keys = Self.keys.filter { _ in number(0..<2) == 0 }
      return (["properties"], ["{" + keys.map { "\"\($0)\":" + schema(depth - 1) }.joined(separator: ",") + "}"])
    case 21: return (["items"], [schema(depth - 1)])
    case 22: return (["prefixItems"], [schemas(depth)])
    case 23: return (["contains"], [schema(depth - 1)])
    case 24: return (["contains", "minContains", "maxContains"], [schema(depth - 1), "0", "1"])
    case 25: return (["allOf"], [schemas(depth)])
    case 26: return (["anyOf"], [schemas(depth)])
    case 27: return (["oneOf"], [schemas(depth)])
    case 28: return (["not"], [schema(depth - 1)])
    case 29: return (["if", "then", "else"], [schema(depth - 1), schema(depth - 1), schema(depth - 1)])
    case 30: return (["additionalProperties"], [schema(depth - 1)])
    case 31: return (["patternProperties"], ["{\"^[ab]$\":" + schema(depth - 1) + "}"])
    case 32: return (["propertyNames"], [schema(depth - 1)])
    default:
      return definitions.isEmpty ? (["type"], [#""string""#]) : (["$ref"], ["\"#/$defs/\(pick(definitions))\""])
    }
  }
}
