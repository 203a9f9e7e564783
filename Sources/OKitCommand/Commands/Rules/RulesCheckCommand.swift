import CommandKit
import JSONDocument
import OKitChecks
import OKitModels

struct RulesCheckCommand: Command {
  static let configuration = CommandConfiguration(
    "check",
    abstract: "Find mistakes in rules.",
    discussion: """
      Reports keywords and formats that okit does not know, invalid patterns and paths, and rules of classes and \
      properties that do not exist. 'okit check' reports the values that violate rules.
      """,
    examples: [Example("okit rules check", "check all rules")],
    statuses: [ManualEntry("1", "a mistake was found")])

  @OptionGroup var keys: KeyOptions
  @OptionGroup var global: GlobalOptions

  func run(_ console: Console) throws {
    let workspace = try Session(console, global).workspace(keys)
    let (classes, findings) = try RuleCheck(workspace).rules()
    let mistakes = Mistakes(
      findings: findings, praise: "no mistakes in the rules of \(classes) class\(classes == 1 ? "" : "es")")
    try mistakes.write(console) { $0.member("classes", classes) }
  }
}
