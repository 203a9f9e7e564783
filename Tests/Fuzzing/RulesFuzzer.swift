import JSONDocument
import Rules
import TestSupport

extension Fuzzer {
  /// Rules: an error has a place in the text; the checks of values end and give the same result again; a value equals itself. The input is a schema, a
  /// byte 0 and a value, and the text is also read as the rules of a comment.
  static let rules = Fuzzer(
    name: "rules",
    seeds: {
      Seeds.texts(
        #"{"properties":{"a":{"minimum":0,"multipleOf":0.01}},"required":["a"]}"# + "\u{0}" + #"{"a":19.99}"#,
        ##"{"$ref":"#/$defs/n","$defs":{"n":{"items":{"$ref":"#/$defs/n"},"maxItems":2}}}"## + "\u{0}[[],[[]]]",
        #"{"pattern":"^(?:[a-z]{1,3}|\\d+?)*$","format":"uri","minLength":1}"# + "\u{0}\"a1\"",
        #"{"if":{"const":{"a":[1,2]}},"then":{"not":{"uniqueItems":true}},"else":{"anyOf":[{"type":["null","integer"]}]}}"#
          + "\u{0}" + #"{"a":[1.0,2e0]}"#,
        #"{"x-okit-minimum":"today-7d","x-okit-unique":"model","x-okit-predicates":[{"predicate":"a>1 && b in (2, 3)"}]}"#
          + "\u{0}123",
        "minimum 0, pattern \"^[a,b]$\", candidates /genres[a=1], maximum today\u{0}1",
        #"{"format":"date-time","x-okit-severity":"warning","prefixItems":[true],"contains":{},"maxContains":3}"#
          + "\u{0}\"2026-01-31T23:59:60Z\"")
    }
  ) { input in
    let parts = input.split(separator: 0, maxSplits: 1, omittingEmptySubsequences: false)
    _ = RuleCommentParser.property(String(decoding: parts[0], as: UTF8.self))
    guard let document = try? JSONDocument(parsing: JSONBytes(Array(parts[0]))) else { return }
    let source = RuleSource(path: "rules.json", document: document)
    requireAllMistakes(in: source)
    let value = parts.count > 1 ? try? JSONDocument(parsing: JSONBytes(Array(parts[1]))) : nil
    do {
      let parser = SchemaParser()
      let schema = try parser.parse(source)
      try parser.finish()
      _ = schema.listed
      guard let root = value?.root else { return }
      func results() throws -> [String] {
        var check = SchemaCheck(now: 800_000_000, clockOffset: 0, bindings: nil)
        try check.check(root, ofClass: "Test", with: schema)
        return check.violations.map(\.message)
      }
      let messages = try results()
      require(try results() == messages, "the same check gives the same result")
      require(messages.allSatisfy { !$0.isEmpty }, "a violation has a message")
      let copy = mustNotThrow("parsing again") { try JSONDocument(parsing: JSONBytes(Array(parts[1]))) }
      require(root.comparisonKey == copy.root.comparisonKey, "a value equals its copy")
    } catch let error as RuleError {
      let place = error.source.position(of: error.json)
      require(place.line >= 1 && place.column >= 1, "an error has a place")
      require(!error.message.isEmpty, "an error has words")
    } catch {
      require(false, "only errors in rules are thrown: \(error)")
    }
  }

  /// A parser that collects mistakes finds some exactly where another one refuses the rules.
  private static func requireAllMistakes(in source: RuleSource) {
    func parse(_ parser: SchemaParser) -> Bool {
      do throws(RuleError) {
        _ = try parser.parse(source)
        try parser.finish()
        return true
      } catch { return false }
    }
    let all = SchemaParser(collectsMistakes: true)
    require(parse(all), "a parser that collects mistakes throws none")
    require(parse(SchemaParser()) == all.mistakes.isEmpty, "all mistakes are found")
  }
}
