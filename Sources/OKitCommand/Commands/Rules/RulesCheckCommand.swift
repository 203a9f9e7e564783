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
    if console.json {
      try console.writeJSON { writer in
        writer.array("findings") { writer in
          for finding in findings {
            writer.object { writer in
              writer.member("file", finding.file.text)
              writer.member("line", finding.line)
              writer.member("column", finding.column)
              writer.member("message", finding.message)
            }
          }
        }
        writer.member("classes", classes)
      }
    } else {
      for finding in findings {
        let place = [finding.line, finding.column].compactMap { $0 }.map { ":\($0)" }.joined()
        try console.standardOutput.writeLine("\(Console.printable(finding.file.text + place)): \(finding.message)")
      }
      console.note(
        findings.isEmpty
          ? "no mistakes in the rules of \(classes) class\(classes == 1 ? "" : "es")"
          : count(findings.count, "mistake"))
    }
    if !findings.isEmpty { throw ExitStatus(Status.found) }
  }
}
