import Bindings
import JSONDocument

/// The keywords of okit, for what JSON Schema cannot express.
extension SchemaParser {
  /// The beginning of okit's keywords.
  package static let prefix = "x-okit-"

  /// The keywords that okit understands.
  package static let keywords = [
    "$comment", "$defs", "$ref", "$schema", "additionalProperties", "allOf", "anyOf", "const", "contains", "default",
    "dependentRequired", "description", "else", "enum", "examples", "exclusiveMaximum", "exclusiveMinimum", "format",
    "if", "items", "maxContains", "maxItems", "maxLength", "maxProperties", "maximum", "minContains", "minItems",
    "minLength", "minProperties", "minimum", "multipleOf", "not", "oneOf", "pattern", "patternProperties",
    "prefixItems", "properties", "propertyNames", "readOnly", "required", "then", "title", "type", "uniqueItems",
    "x-okit-candidates", "x-okit-equal", "x-okit-maximum", "x-okit-message", "x-okit-minimum", "x-okit-predicates",
    "x-okit-severity", "x-okit-unique",
  ]

  /// Parses a keyword of okit.
  func parseOwn(_ keyword: String, _ json: JSONValue, into schema: Schema) throws(RuleError) {
    let source = schema.source
    func add(_ assertion: Assertion) {
      schema.rules.append(Rule(keyword: keyword, json: json, assertion: assertion))
    }
    switch keyword {
    case "x-okit-candidates": add(.candidates(BoundRule(try binding(json, keyword, source))))
    case "x-okit-equal": add(.equal(BoundRule(try binding(json, keyword, source))))
    case "x-okit-unique":
      let scope: UniqueScope = try name(json, keyword, source)
      guard isRequired else {
        throw RuleError("\(keyword) cannot be used where a schema need not be valid", at: json, in: source)
      }
      add(.unique(scope, UniqueProperty()))
    case "x-okit-minimum": add(.earliest(try date(json, keyword, source)))
    case "x-okit-maximum": add(.latest(try date(json, keyword, source)))
    case "x-okit-predicates": add(.predicates(try predicates(json, source)))
    case "x-okit-severity": schema.severity = try name(json, keyword, source) as RuleSeverity
    case "x-okit-message": schema.message = try text(json, keyword, source)
    default:
      throw RuleError(
        "unknown keyword \(JSONText.quote(keyword))", at: json, in: source, unknownName: keyword,
        candidates: Self.keywords)
    }
  }

  private func name<Name: RawRepresentable<String> & CaseIterable>(
    _ json: JSONValue, _ keyword: String, _ source: RuleSource
  ) throws(RuleError) -> Name {
    if let name = json.string.flatMap(Name.init) { return name }
    let names = Name.allCases.map { "'\($0.rawValue)'" }.joined(separator: " or ")
    throw RuleError("\(keyword) is \(names)", at: json, in: source)
  }

  private func binding(_ json: JSONValue, _ keyword: String, _ source: RuleSource) throws(RuleError) -> Binding {
    do {
      return try Binding(parsing: try text(json, keyword, source))
    } catch let error as RuleError {
      throw error
    } catch {
      throw RuleError("\(keyword): \(error)", at: json, in: source)
    }
  }

  private func date(_ json: JSONValue, _ keyword: String, _ source: RuleSource) throws(RuleError) -> DateBound {
    guard let bound = DateBound(try text(json, keyword, source)) else {
      throw RuleError(
        "\(json.shown) is not a date; write one such as 2026-01-31, today, today+7d or -1h", at: json, in: source)
    }
    return bound
  }

  private func predicates(_ json: JSONValue, _ source: RuleSource) throws(RuleError) -> [PredicateRule] {
    let keyword = "x-okit-predicates"
    var predicates: [PredicateRule] = []
    for element in try array(json, keyword, source).elements {
      var (condition, message, severity): (BindingCondition?, String?, RuleSeverity?) = (nil, nil, nil)
      for (key, value) in try object(element, "a predicate", source).members {
        switch key.string {
        case "predicate":
          do {
            condition = try BindingCondition(parsing: try text(value, "predicate", source))
          } catch let error as RuleError {
            throw error
          } catch {
            throw RuleError("\(error)", at: value, in: source)
          }
        case "message": message = try text(value, "message", source)
        case "severity": severity = try name(value, "severity", source) as RuleSeverity
        default:
          throw RuleError(
            "unknown member \(JSONText.quote(key.string)) of a predicate", at: value, in: source,
            unknownName: key.string, candidates: ["predicate", "message", "severity"])
        }
      }
      guard let condition else { throw RuleError("this predicate has no 'predicate'", at: element, in: source) }
      predicates.append(PredicateRule(condition, message: message, severity: severity, json: element))
    }
    return predicates
  }
}
