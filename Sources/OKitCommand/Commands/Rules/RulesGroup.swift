import CommandKit
import OKitModels
import OKitStorage

struct RulesGroup: Command {
  static let configuration = CommandConfiguration(
    "rules",
    abstract: "State which values are valid.",
    discussion: """
      The rules of a class are a JSON Schema in okit/rules/CLASS.json, or comments of its properties in the Swift \
      source: '// okit: minimum 0, maximum 10'. 'set', 'add' and the other commands that edit values refuse changes \
      that violate rules, and 'okit check' reports all violations. 'okit help rules' lists the keywords.
      """,
    examples: [
      Example("okit rules list", "list the rules of all classes"),
      Example("okit rules infer Book", "propose rules that the data conforms to"),
      Example("okit rules import Main.storyboard", "take over the rules of an app's screens"),
    ],
    subcommands: [
      RulesListCommand.self, RulesShowCommand.self, RulesCheckCommand.self, RulesInferCommand.self,
      RulesImportCommand.self,
    ])
}

extension Workspace {
  /// Returns the rules of the workspace; nil if there are none.
  ///
  /// Throws the errors of reading definitions and rules.
  func readRules() throws -> WorkspaceRules? {
    try readingEntities { try rules(by: $0) }
  }
}
