package import OKitModels
package import OKitStorage
import XcodeFiles

/// Takes the rules that an app's storyboards state over into the workspace.
package struct StoryboardRuleImport {
  /// A rule that the storyboards state.
  package struct TakenRule {
    /// The rule.
    package let rule: RuleAddition
    /// The place of the row or screen.
    package let place: StoryboardPlace
    /// True if the class has the rule now, and had not before.
    package let isNew: Bool
  }

  /// Something in a storyboard that is not a rule now.
  package struct SkippedRule {
    /// The place of the row or screen.
    package let place: StoryboardPlace
    /// The reason, in lower case and without a full stop.
    package let message: String
  }

  /// The result of an import.
  package struct Outcome {
    /// The rules that the classes have now.
    package let rules: [TakenRule]
    /// What was not taken.
    package let skipped: [SkippedRule]
    /// The changed files.
    package let files: [WorkspacePath]
  }

  private let workspace: Workspace

  package init(_ workspace: Workspace) {
    self.workspace = workspace
  }

  /// Writes the rules of `files` into `okit/rules`, in one transaction.
  ///
  /// Throws an error of kind `configuration` if there are no definitions to follow the bindings along, and the errors of reading definitions and of
  /// ``RuleFiles/add(_:replacing:_:in:)``. In each case nothing is changed.
  ///
  /// - Parameter isReplacing: True to replace existing rules that contradict those of the storyboards.
  package func run(_ files: [StoryboardFile], replacing isReplacing: Bool) throws -> Outcome {
    try workspace.prepareKeys()
    return try workspace.writing {
      let classes = try EntityStore(workspace).allClasses()
      let draft = StoryboardRules(files, classes).draft
      let (outcomes, changed) = try RuleFiles.add(
        draft.taken.map(\.addition), replacing: isReplacing, classes, in: workspace)
      var rules: [TakenRule] = []
      var skipped = draft.skipped.map { SkippedRule(place: $0.place, message: $0.message) }
      for (taken, outcome) in zip(draft.taken, outcomes) {
        switch outcome {
        case .added, .replaced: rules.append(TakenRule(rule: taken.addition, place: taken.place, isNew: true))
        case .present: rules.append(TakenRule(rule: taken.addition, place: taken.place, isNew: false))
        case .contradicted(let json, let place):
          skipped.append(
            SkippedRule(
              place: taken.place,
              message: "\(taken.addition.name) should be \(taken.addition.text), but \(place) says \(json)"))
        case .impossible(let reason):
          skipped.append(SkippedRule(place: taken.place, message: "\(taken.addition.name): \(reason)"))
        }
      }
      let order = Dictionary(files.enumerated().map { ($1.name, $0) }) { first, _ in first }
      func comesFirst(_ left: StoryboardPlace, _ right: StoryboardPlace) -> Bool {
        (order[left.file] ?? 0, left.line) < (order[right.file] ?? 0, right.line)
      }
      return Outcome(
        rules: rules.sorted {
          ($0.rule.className, $0.rule.property ?? "") < ($1.rule.className, $1.rule.property ?? "")
        }, skipped: skipped.sorted { comesFirst($0.place, $1.place) }, files: changed)
    }
  }
}

extension RuleAddition {
  /// The property for people: `Book.price`.
  var name: String { property.map { "\(className).\($0)" } ?? className }

  /// The rule for people: `minimum 0`.
  package var text: String { members.map { "\($0.keyword) \($0.json)" }.joined(separator: ", ") }
}
