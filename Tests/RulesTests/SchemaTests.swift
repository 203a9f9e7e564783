import JSONDocument
import Rules
import Testing

/// Returns the messages of a value's violations.
func messages(_ schema: String, _ value: String) throws -> [String] {
  let source = RuleSource(path: "rules.json", document: try JSONDocument(parsing: schema))
  let parser = SchemaParser()
  let parsed = try parser.parse(source)
  try parser.finish()
  var check = SchemaCheck(now: 0, clockOffset: 0, bindings: nil)
  let document = try JSONDocument(parsing: value)
  try check.check(document.root, ofClass: "Test", with: parsed)
  return check.violations.map(\.message)
}

/// Patterns as other validators get them, without escapes that ECMA-262 does not allow with its flag for Unicode.
@Suite struct PatternTextTests {
  @Test(arguments: [
    (#"^\d{3}$"#, "^[0-9]{3}$"), (#"\W"#, "[^0-9A-Z_a-z]"), (#"a\-b\@\ \_\/"#, #"a-b@ _\/"#),
    (#"[\-\]\@_]"#, #"[\-\]@_]"#),
    (#"\x41\n\t."#, #"A\u000a\u0009[^\n\r\u2028\u2029]"#), (#"[\D]"#, "[\\u0000-\\u002f\\u003a-\u{10FFFF}]"),
    (#"(?:a|b)+?\."#, #"(?:a|b)+?\."#),
  ])
  func aPatternHasOnlyPortableParts(_ pattern: String, _ text: String) throws {
    #expect(try PortablePattern(pattern).schemaText == text)
  }
}

/// Returns the message and the position of the error in a schema; nil if it has none.
func fault(_ schema: String) -> String? {
  do {
    _ = try messages(schema, "{}")
    return nil
  } catch let error as RuleError {
    let place = error.source.position(of: error.json)
    return "\(place.line):\(place.column): \(error.message)"
  } catch {
    return "\(error)"
  }
}

struct SchemaTests {
  @Test(arguments: [
    (#"{"minimum": 0}"#, "-5", ["-5 is less than 0"]),
    (#"{"minimum": 0}"#, "0", []),
    (#"{"maximum": 10}"#, "1e400", ["1e400 is greater than 10"]),
    (#"{"exclusiveMinimum": 0}"#, "0.0", ["0.0 is not greater than 0"]),
    (#"{"exclusiveMaximum": 3}"#, "2.9999999999999999999999", []),
    (#"{"multipleOf": 0.01}"#, "19.99", []),
    (#"{"multipleOf": 0.01}"#, "19.995", ["19.995 is not a multiple of 0.01"]),
    (#"{"multipleOf": 3}"#, "1e30", ["1e30 is not a multiple of 3"]),
    (#"{"multipleOf": 2}"#, "1e400", []),
    (#"{"type": "integer"}"#, "1.0", []),
    (#"{"type": ["integer", "null"]}"#, "1.5", ["1.5 is not an integer or null"]),
    (#"{"minLength": 1}"#, #""""#, ["the text is empty"]),
    (#"{"maxLength": 2}"#, #""äöü""#, ["\"äöü\" is longer than 2 characters"]),
    (#"{"pattern": "^[0-9]{3}$"}"#, "\"123\\n\"", ["\"123\\n\" does not match ^[0-9]{3}$"]),
    (#"{"format": "email"}"#, #""a@b""#, []),
    (#"{"format": "date"}"#, #""2023-02-29""#, ["\"2023-02-29\" is not a date such as 2026-01-31"]),
    (#"{"enum": [1, "a", null]}"#, "1.0", []),
    (#"{"const": {"a": [1, 2]}}"#, #"{"a": [1.0, 2e0]}"#, []),
    (#"{"uniqueItems": true}"#, "[1, 1.0]", ["1.0 is in the array more than once"]),
    (#"{"required": ["a"]}"#, "{}", ["'a' is missing"]),
    (#"{"dependentRequired": {"a": ["b"]}}"#, #"{"a": 1}"#, ["'b' is missing, although 'a' exists"]),
    (#"{"minItems": 1}"#, "[]", ["the array has 0 elements, which is fewer than 1"]),
    (#"{"contains": {"const": 1}, "maxContains": 1}"#, "[1, 1]", ["more than 1 element match"]),
    (#"{"not": {"type": "string"}}"#, #""x""#, ["\"x\" matches what 'not' excludes"]),
    (#"{"anyOf": [{"type": "null"}, {"minimum": 3}]}"#, "2", ["2 matches none of the 2 schemas in anyOf"]),
    (#"{"if": {"minimum": 5}, "then": {"maximum": 6}, "else": {"maximum": 1}}"#, "7", ["7 is greater than 6"]),
    (
      ##"{"properties": {"a": {"$ref": "#/$defs/n"}}, "$defs": {"n": {"minimum": 1}}}"##, ##"{"a": 0}"##,
      ["0 is less than 1"]
    ),
    (
      #"{"additionalProperties": {"type": "number"}, "properties": {"a": {}}}"#, #"{"a": "", "b": ""}"#,
      ["\"\" is not a number"]
    ),
    ("false", "1", ["no value is allowed here"]),
  ]) func keywordsMeanWhatJSONSchemaSays(_ schema: String, _ value: String, _ expected: [String]) throws {
    #expect(try messages(schema, value) == expected)
  }

  @Test(arguments: [
    (#"{"minimun": 1}"#, #"1:2: unknown keyword "minimun""#),
    ("{\n  \"properties\": {\"a\": {\"minimum\": \"x\"}}}", "2:24: minimum is a number"),
    (#"{"pattern": "a(?=b)"}"#, "1:2: invalid pattern: '(?' begins a group that is not portable; only '(?:' is"),
    (#"{"pattern": "\\bword"}"#, #"1:2: invalid pattern: '\b' is not portable"#),
    (##"{"$ref": "#/$defs/x"}"##, "1:2: #/$defs/x leads to nothing"),
    (##"{"allOf": [{"$ref": "#"}]}"##, "1:1: this schema leads to itself"),
    (#"{"format": "e-mail"}"#, #"1:2: unknown format "e-mail""#),
    (#"{"multipleOf": 0}"#, "1:2: multipleOf is a positive number with at most 18 digits"),
    (#"{"x-okit-unique": "sibling"}"#, "1:2: x-okit-unique is 'siblings' or 'model'"),
    (#"{"not": {"x-okit-unique": "model"}}"#, "1:10: x-okit-unique cannot be used where a schema need not be valid"),
    (
      #"{"x-okit-minimum": "soon"}"#,
      #"1:2: "soon" is not a date; write one such as 2026-01-31, today, today+7d or -1h"#
    ),
    (#"{"x-okit-predicates": [{"message": "no"}]}"#, "1:24: this predicate has no 'predicate'"),
    (#"{"then": {}}"#, "1:2: then without if"),
    (#"{"minimum": 1, "minimum": 2}"#, "1:16: minimum is a duplicate"),
  ]) func mistakesInSchemasHaveAPosition(_ schema: String, _ expected: String) {
    #expect(fault(schema) == expected)
  }
}

extension SchemaTests {
  @Test(arguments: [
    (#"{"x-okit-severity": "warning", "not": {"type": "string"}}"#, "1", 0),
    (#"{"x-okit-severity": "warning", "not": {"type": "string"}}"#, #""a""#, 1),
    (#"{"x-okit-severity": "warning", "anyOf": [{"minimum": 3}]}"#, "1", 1),
    (#"{"x-okit-severity": "warning", "if": {"minimum": 3}, "then": {"maximum": 3}}"#, "1", 0),
    (#"{"anyOf": [{"minimum": 3, "x-okit-severity": "warning"}]}"#, "1", 0),
  ]) func aSeverityDoesNotChangeWhatIsValid(_ schema: String, _ value: String, _ count: Int) throws {
    #expect(try messages(schema, value).count == count)
  }

  @Test func aMessageOfTheRuleReplacesTheUsualOne() throws {
    #expect(
      try messages(#"{"minimum": 0, "x-okit-message": "prices are not negative"}"#, "-1") == ["prices are not negative"]
    )
  }

  /// Each definition applies the next one twice.
  @Test func rulesThatTakeTooLongEnd() {
    let definitions = (0..<26).map {
      "\"d\($0)\": {\"allOf\": [{\"$ref\": \"#/$defs/d\($0 + 1)\"}, {\"$ref\": \"#/$defs/d\($0 + 1)\"}]}"
    }
    let schema = "{\"$ref\": \"#/$defs/d0\", \"$defs\": {\(definitions.joined(separator: ", ")), \"d26\": {}}}"
    #expect(fault(schema)?.hasSuffix(": these rules take too long") == true)
  }

  @Test func depthIsLimited() throws {
    let deep = String(repeating: #"{"not": "#, count: 70) + "{}" + String(repeating: "}", count: 70)
    #expect(fault(deep)?.hasSuffix("schemas are nested too deeply") == true)
    func nested(_ depth: Int) throws -> [String] {
      try messages(
        ##"{"items": {"$ref": "#"}}"##, String(repeating: "[", count: depth) + String(repeating: "]", count: depth))
    }
    #expect(try nested(400) == [])
    #expect(throws: RuleError.self) { try nested(600) }
    let chain = (0..<70).map { "\"d\($0)\": {\"$ref\": \"#/$defs/d\($0 + 1)\"}" }.joined(separator: ", ")
    #expect(
      fault("{\"$ref\": \"#/$defs/d0\", \"$defs\": {\(chain), \"d70\": {}}}")?.hasSuffix(
        "more than 64 schemas lead from one to the next here") == true)
  }
}
