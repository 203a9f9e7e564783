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
  func findings(in models: [ModelName], withRules: Bool) throws -> [Finding] {
    let store = EntityStore(workspace)
    if withRules {
      let invalid = try rules(store).findings
      if invalid.contains(where: { $0.kind == .invalidRule && !$0.isWarning }) { return invalid }
      return try invalid + values(in: models, store)
    }
    return try values(in: models, store)
  }

  private func rules(_ store: EntityStore) throws -> (classes: Int, findings: [Finding]) {
    do {
      let names = try workspace.storedModels()
      guard
        let rules = try WorkspaceRules(
          of: workspace, store.classes(), inferring: { try store.inferringClasses(of: names, isTolerant: true) })
      else { return (0, []) }
      return (rules.ofClass.count, unknownNames(rules))
    } catch let error as OKitError where error.kind == .configuration {
      guard let place = error.place else { throw error }
      let finding = Finding(
        .invalidRule, file: .init(FilePath(text: place.path), in: workspace.root), line: place.line,
        column: place.column, error.detail)
      return (0, [finding])
    }
  }

  /// Returns findings for rules of classes and properties that do not exist. They are never violated, and hint at a renamed property.
  private func unknownNames(_ rules: WorkspaceRules) -> [Finding] {
    var findings = rules.unknownClasses.map { name in
      var finding = Finding(.invalidRule, file: RuleFiles.path(of: name), "no class \(PathComponent.printable(name))")
      finding.isWarning = true
      return finding
    }
    for (className, sources) in rules.ofClass.sorted(by: { $0.key < $1.key }) {
      guard let definition = rules.classes.definitions.classes[className] else { continue }
      for source in sources where source.className == className {
        for (key, schema) in source.schema.properties where definition.property(storedAs: key) == nil {
          let place = schema.source.position(of: schema.json)
          var finding = Finding(
            .invalidRule, file: .init(FilePath(text: schema.source.path), in: workspace.root), line: place.line,
            column: place.column, "\(className) has no property \(PathComponent.printable(key))")
          finding.isWarning = true
          findings.append(finding)
        }
      }
    }
    return findings
  }

  private func values(in models: [ModelName], _ store: EntityStore) throws -> [Finding] {
    let violations = try store.violations(of: models)
    var findings: [Finding] = []
    for (path, violations) in Dictionary(grouping: violations, by: \.file) {
      let document = store.known(path)
      let sorted = violations.sorted { ($0.offset ?? 0) < ($1.offset ?? 0) }
      let places = document?.json.positions(of: sorted.map { $0.offset ?? 0 })
      for (number, violation) in sorted.enumerated() {
        var finding = Finding(
          .rule, model: violation.model, path: violation.path, file: path, line: places?[number].line,
          column: places?[number].column, "\(violation.message) (\(violation.rule))")
        finding.isWarning = violation.severity == .warning
        findings.append(finding)
      }
    }
    return findings
  }
}
