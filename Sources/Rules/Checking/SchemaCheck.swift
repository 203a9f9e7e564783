import Bindings
package import JSONDocument

/// Checks objects against the rules of their classes.
package struct SchemaCheck {
  /// The maximum number of schemas that are applied within each other. Each level of a value needs about two of them.
  static let maximumDepth = 1000

  /// The violations found so far.
  package private(set) var violations: [RuleViolation] = []
  /// The values found so far that must be unique.
  package private(set) var uniqueValues: [UniqueValue] = []
  /// The properties found so far that must not change.
  package private(set) var readOnlyProperties: [ReadOnlyProperty] = []

  /// The current time, in seconds since 2001-01-01T00:00:00Z.
  let now: Double
  /// The seconds to add to a time in UTC for the reader's clock.
  let clockOffset: Int
  /// Evaluates the bindings of rules; nil to skip these rules.
  let bindings: RuleBindings?
  /// The object of the class.
  var object: JSONValue
  private var className = ""
  /// The schemas around the current one, for their severities and messages.
  private var severity = RuleSeverity.error
  /// True while it matters only if a value is valid.
  private(set) var isProbe = false
  private var depth = 0
  /// The schemas that were checked for the current object.
  private var steps = 0
  /// The maximum number of steps. Schemas that refer to others several times can need a number of steps that doubles with each of them.
  private static let maximumSteps = 20_000_000

  /// A check with the rules that need bindings evaluated by `bindings`, if it is not nil.
  package init(now: Double, clockOffset: Int, bindings: RuleBindings?) {
    self.now = now
    self.clockOffset = clockOffset
    self.bindings = bindings
    object = Self.nothing.root
  }

  private static let nothing: JSONDocument = {
    do { return try JSONDocument(parsing: "null") } catch { preconditionFailure("null is valid JSON") }
  }()

  /// Checks an object of a class, and adds what it finds.
  ///
  /// Throws ``RuleError`` if a rule cannot be evaluated, and the errors of reading other models.
  package mutating func check(_ object: JSONValue, ofClass className: String, with schema: Schema) throws {
    try check(object, of: object, ofClass: className, with: schema)
  }

  /// Checks a value of an object, from which bindings in the schema start.
  package mutating func check(
    _ value: JSONValue, of object: JSONValue, ofClass className: String, with schema: Schema
  ) throws {
    self.object = object
    self.className = className
    severity = .error
    depth = 0
    steps = 0
    try check(value, schema)
  }

  /// Removes everything found so far.
  package mutating func removeAll() {
    violations = []
    uniqueValues = []
    readOnlyProperties = []
  }

  // MARK: - Schemas

  mutating func check(_ value: JSONValue, _ schema: Schema) throws {
    let outer = severity
    severity = schema.severity ?? outer
    depth += 1
    defer {
      severity = outer
      depth -= 1
    }
    guard depth <= Self.maximumDepth else {
      throw RuleError("a value is nested too deeply for this schema", at: schema.json, in: schema.source)
    }
    steps += 1
    guard steps < Self.maximumSteps else {
      throw RuleError("these rules take too long", at: schema.json, in: schema.source)
    }
    if schema.isReadOnly { noteReadOnly(value, schema) }
    for rule in schema.rules {
      // A probe ends at the first violation.
      if isProbe, !violations.isEmpty { return }
      try check(value, rule, of: schema)
    }
  }

  /// True if a value is valid.
  mutating func isValid(_ value: JSONValue, _ schema: Schema) throws -> Bool {
    let outer = (violations, isProbe, severity)
    violations = []
    isProbe = true
    // Whether a value is valid does not depend on the consequence of the rule around it.
    severity = .error
    defer { (violations, isProbe, severity) = outer }
    try check(value, schema)
    return violations.isEmpty
  }

  // MARK: - Results

  /// Adds a violation.
  mutating func fail(
    _ message: @autoclosure () -> String, _ value: JSONValue, _ rule: Rule, of schema: Schema,
    missing key: String? = nil,
    at json: JSONValue? = nil, severity: RuleSeverity? = nil, ownMessage: String? = nil,
    describing describe: (inout RuleViolation) -> Void = { _ in }
  ) {
    let severity = severity ?? self.severity
    // A warning does not make a value invalid.
    if isProbe, severity == .warning { return }
    if isProbe, !violations.isEmpty { return }
    var violation = violation(
      isProbe ? "" : message(), value, rule, of: schema, missing: key, at: json, severity: severity,
      ownMessage: ownMessage)
    describe(&violation)
    violations.append(violation)
  }

  private func violation(
    _ message: String, _ value: JSONValue, _ rule: Rule, of schema: Schema, missing key: String? = nil,
    at json: JSONValue? = nil, severity: RuleSeverity, ownMessage: String? = nil
  ) -> RuleViolation {
    RuleViolation(
      value: value, missingKey: key, object: object, rule: rule, json: json ?? rule.json, source: schema.source,
      severity: severity, message: ownMessage ?? schema.message ?? message)
  }

  mutating func noteUnique(
    _ value: JSONValue, _ scope: UniqueScope, _ property: UniqueProperty, _ rule: Rule, of schema: Schema
  ) {
    guard !isProbe, !value.isNull else { return }
    let place = scope == .siblings ? "another element has" : "another entity of the model has"
    let violation = violation(
      "\(value.shown) is not unique: \(place) the same value", value, rule, of: schema, severity: severity)
    uniqueValues.append(UniqueValue(value: value, property: property, scope: scope, violation: violation))
  }

  private mutating func noteReadOnly(_ value: JSONValue, _ schema: Schema) {
    guard !isProbe, value != object else { return }
    var keys: [String] = []
    var isInArray = false
    var current = value
    while current != object, let parent = current.parent {
      if current.key == nil { isInArray = true }
      keys.insert(current.key?.string ?? "[]", at: 0)
      current = parent
    }
    let rule = Rule(keyword: "readOnly", json: schema.json["readOnly"] ?? schema.json, assertion: .never)
    readOnlyProperties.append(
      ReadOnlyProperty(
        object: object, keys: keys, isInArray: isInArray,
        violation: violation("the value is read-only", value, rule, of: schema, severity: severity)))
  }

  /// The name of the class of the object.
  var nameOfClass: String { className }
}
