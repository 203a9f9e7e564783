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
  /// The line of the value in the decrypted file, counted from 1; nil for a value that is not stored yet.
  package let line: Int?
  /// The column in Unicode scalars, counted from 1; nil if there is no line.
  package let column: Int?
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
    let positions = positions(of: found)
    return zip(zip(found, paths), positions).map { finding, position in
      let (found, path) = finding
      let violation = found.violation
      let place = violation.source.position(of: violation.json)
      return RuleFinding(
        model: found.document.model,
        path: violation.missingKey.map { BoundValue.Step.text(of: .property($0), behind: path) } ?? path,
        id: violation.value.nearestID, file: found.document.path, line: position?.line, column: position?.column,
        keyword: violation.rule.keyword, rule: "\(violation.source.path):\(place.line):\(place.column)",
        severity: violation.severity, message: violation.message)
    }
  }

  /// Returns the positions of the values in their files. It makes only one pass over each document; nil for values that are not stored yet.
  private static func positions(of found: [RuleEvaluation.Found]) -> [JSONPosition?] {
    var positions = [JSONPosition?](repeating: nil, count: found.count)
    let stored = found.indices.filter { found[$0].document.json === found[$0].violation.value.document }
    for numbers in Dictionary(grouping: stored, by: { ObjectIdentifier(found[$0].document) }).values {
      let sorted = numbers.sorted { found[$0].offset < found[$1].offset }
      let document = found[sorted[0]].document.json
      for (number, position) in zip(sorted, document.positions(of: sorted.map { found[$0].offset })) {
        positions[number] = position
      }
    }
    return positions
  }
}

extension RuleEvaluation.Found {
  /// The offset of the value in its document, in bytes.
  fileprivate var offset: Int { violation.value.range.lowerBound }
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
