import Bindings
import Definitions
import JSONDocument
package import OKitModels
import OKitStorage
import Rules

/// The check of rules, and of the values in models against them.
package struct RuleCheck {
  private let workspace: Workspace

  package init(_ workspace: Workspace) {
    self.workspace = workspace
  }

  /// Checks the rules themselves: that they are understood, and that their classes and properties exist. Returns the number of classes with rules, and
  /// what is wrong.
  ///
  /// Throws the errors of reading definitions.
  package func rules() throws -> (classes: Int, findings: [Finding]) {
    try workspace.prepareKeys()
    return try workspace.storage.reading { try rules(EntityStore(workspace)) }
  }

  /// Finds invalid rules, and the values in the named models that violate rules. The caller holds the lock.
  func findings(in models: [ModelName]) throws -> [Finding] {
    let (rules, invalid) = try read(EntityStore(workspace))
    guard let rules else { return invalid }
    return try invalid + values(in: models, rules)
  }

  private func rules(_ store: EntityStore) throws -> (classes: Int, findings: [Finding]) {
    let (rules, invalid) = try read(store)
    return (rules?.ofClass.count ?? 0, invalid)
  }

  /// Returns the rules if they are valid, and what is wrong with them.
  private func read(_ store: EntityStore) throws -> (WorkspaceRules?, [Finding]) {
    do {
      var errors: [OKitError] = []
      guard let rules = try workspace.rules(by: store, noting: { errors.append($0) }) else { return (nil, []) }
      let invalid = try errors.map(finding)
      return (invalid.isEmpty ? rules : nil, invalid + mistakes(in: rules, store, areComplete: invalid.isEmpty))
    } catch let error as OKitError where error.kind == .configuration {
      return (nil, [try finding(error)])
    }
  }

  /// Returns the finding for an error in rules. Throws an error without a place.
  private func finding(_ error: OKitError) throws -> Finding {
    guard let place = error.place else { throw error }
    return Finding(
      .invalidRule, file: .init(FilePath(text: place.path), in: workspace.root), line: place.line,
      column: place.column, error.detail)
  }

  /// Returns findings for rules of classes and properties that do not exist, which are never violated and hint at a renamed property, for defaults that
  /// cannot be stored, and for predicates that no object can meet.
  ///
  /// - Parameter areComplete: False if some rules were not understood. No value can be checked with the others then.
  private func mistakes(in rules: WorkspaceRules, _ store: EntityStore, areComplete: Bool) -> [Finding] {
    var findings = rules.unknownClasses.map { name in
      var finding = Finding(.invalidRule, file: RuleFiles.path(of: name), "no class \(PathComponent.printable(name))")
      finding.isWarning = true
      return finding
    }
    let names = UnknownNames(workspace, rules.classes)
    let conditions = ImpossibleConditions(store)
    for (className, sources) in rules.ofClass.sorted(by: { $0.key < $1.key }) {
      guard let definition = rules.classes.definitions.classes[className] else { continue }
      for source in sources where source.className == className {
        for (key, schema) in source.schema.properties {
          guard let property = definition.property(storedAs: key) else {
            findings.append(
              warning(
                "\(className) has no property \(PathComponent.printable(key))", at: schema.json, in: schema.source))
            continue
          }
          guard let value = schema.notes.defaultValue, value.kind != .null else { continue }
          var checker = DefinitionChecker(rules.classes.definitions)
          // New objects get ids.
          let faults = checker.walk(value, as: property.type).faults
          if let fault = faults.first(where: { $0.kind != .missingID }) {
            // With it, no entity of the class can be added.
            var finding = warning("invalid default: \(fault.message)", at: value, in: schema.source)
            finding.isWarning = false
            findings.append(finding)
          } else if areComplete,
            let violation = Self.violation(byDefault: value, of: className, schema, store)
          {
            findings.append(
              warning("the default violates a rule: \(violation.message)", at: value, in: schema.source))
          }
        }
        for rule in source.schema.listed {
          if let (found, json) = names.first(in: rule, ofClass: definition.name) {
            findings.append(warning(found.message, at: json, in: rule.source))
          } else if rule.keyword == "x-okit-predicates", let json = rule.json["predicate"],
            let condition = json.string.flatMap({ try? BindingCondition(parsing: $0) }),
            let fault = conditions.fault(in: condition, ofClass: definition.name)
          {
            findings.append(warning(fault, at: json, in: rule.source))
          }
        }
      }
    }
    return findings
  }

  /// Returns the first rule that refuses the default `value` of a property, except rules with bindings: those need an entity.
  private static func violation(
    byDefault value: JSONValue, of className: String, _ schema: Schema, _ store: EntityStore
  ) -> RuleViolation? {
    let clockOffset = store.workspace.reader.clockOffset(store.now)
    var check = SchemaCheck(now: store.now, clockOffset: clockOffset, bindings: nil)
    // What cannot be evaluated is reported with the first value.
    try? check.check(value, of: value, ofClass: className, with: schema)
    return check.violations.first { $0.severity == .error }
  }

  private func warning(_ message: String, at json: JSONValue, in source: RuleSource) -> Finding {
    let place = source.position(of: json)
    var finding = Finding(
      .invalidRule, file: .init(FilePath(text: source.path), in: workspace.root), line: place.line,
      column: place.column, message)
    finding.isWarning = true
    return finding
  }

  private func values(in models: [ModelName], _ rules: WorkspaceRules) throws -> [Finding] {
    var invalid: [Finding] = []
    let violations = try workspace.violations(of: models, rules) { error in
      // A binding in a rule can turn out to be wrong only when it is evaluated.
      guard error.kind == .configuration, let place = error.place else { return workspace.warn(ofSkippedRules: error) }
      let finding = Finding(
        .invalidRule, file: .init(FilePath(text: place.path), in: workspace.root), line: place.line,
        column: place.column, error.detail)
      if !invalid.contains(finding) { invalid.append(finding) }
    }
    return invalid
      + violations.map { violation in
        var finding = Finding(
          .rule, model: violation.model, path: violation.path, file: violation.file, line: violation.line,
          column: violation.column, "\(violation.message) (\(violation.rule))")
        finding.isWarning = violation.severity == .warning
        return finding
      }
  }
}
