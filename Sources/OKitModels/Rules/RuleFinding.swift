import Bindings
import JSONDocument
package import OKitStorage
package import Rules

/// A value that violates a rule, for people.
package struct RuleFinding: Equatable, Sendable {
  /// The model.
  package let model: ModelName
  /// The path of the value, which okit accepts as input. It can be missing in the data.
  package let path: String
  /// The id of the nearest entity; nil if it has none.
  package let id: String?
  /// The file that contains the value.
  package let file: WorkspacePath
  /// The offset of the value in the file, in bytes; nil for a value that is not stored yet.
  package let offset: Int?
  /// The keyword of the rule.
  package let keyword: String
  /// The place of the rule: `okit/rules/Book.json:4:20`.
  package let rule: String
  /// The severity.
  package let severity: RuleSeverity
  /// The message, in lower case and without a full stop. It does not name the place of the value.
  package let message: String

  /// The violation in one line.
  package var description: String { "\(path): \(message) (\(rule))" }

  /// Returns violations for people.
  static func of(_ found: [RuleEvaluation.Found], _ classes: EntityClasses) -> [RuleFinding] {
    let paths = EntityPaths.paths(
      of: found.map { EntityPlace(document: $0.document, value: $0.violation.value) }, classes)
    return zip(found, paths).map { found, path in
      let violation = found.violation
      let place = violation.source.position(of: violation.json)
      return RuleFinding(
        model: found.document.model,
        path: violation.missingKey.map { BoundValue.Step.text(of: .property($0), behind: path) } ?? path,
        id: violation.value.nearestID, file: found.document.path,
        offset: found.document.json === violation.value.document ? violation.value.range.lowerBound : nil,
        keyword: violation.rule.keyword, rule: "\(violation.source.path):\(place.line):\(place.column)",
        severity: violation.severity, message: violation.message)
    }
  }
}

extension JSONValue {
  /// The id of the nearest entity that is or contains the value.
  fileprivate var nearestID: String? {
    var value: JSONValue? = self
    while let current = value {
      if let id = current.kind == .object ? current["id"]?.string : nil, !id.isEmpty { return id }
      value = current.parent
    }
    return nil
  }
}
