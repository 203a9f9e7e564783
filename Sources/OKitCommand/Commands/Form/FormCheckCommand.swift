import CommandKit
import JSONDocument
import OKitChecks
import OKitModels

struct FormCheckCommand: Command {
  static let configuration = CommandConfiguration(
    "check",
    abstract: "Find mistakes in forms.",
    discussion: """
      Reports members and kinds that okit does not know, invalid paths, conditions and rules, and classes, properties \
      and fields that do not exist.
      """,
    examples: [
      Example("okit form check", "check all forms"), Example("okit form check book", "check one form"),
    ],
    statuses: [ManualEntry("1", "a mistake was found")])

  @Argument(help: "Only these forms.", valueName: "form", completion: .workspace(.forms))
  var names: [String] = []
  @OptionGroup var keys: KeyOptions
  @OptionGroup var global: GlobalOptions

  func run(_ console: Console) throws {
    let workspace = try Session(console, global).workspace(keys)
    let findings = try FormCheck(workspace).findings(in: names)
    try Mistakes(findings: findings, praise: "no mistakes in the forms").write(console)
  }
}
