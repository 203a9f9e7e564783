import CommandKit
import JSONDocument
import OKitChecks
import OKitData
import OKitModels
import OKitStorage

struct CheckCommand: Command {
  static let configuration = CommandConfiguration(
    "check",
    abstract: "Find what is wrong with a workspace.",
    discussion: """
      Reads every file and names what is unreadable, damaged, not decryptable, stored in another form than its model's kind, or left over \
      from a crash; models whose file is gone though nobody deleted them; ids that are missing or there twice, references that lead nowhere, partials and attachments that are missing, named by \
      nothing, or not what their model says; and where there are definitions, what is not understood in them, and properties that are missing, unknown or of another type. \
      Changes nothing without --fix.

      --fix mends what has one safe answer: it adds missing ids, missing properties with a default, and missing partials with theirs, \
      corrects sizes, and moves files that nothing names to okit/backup/orphans-TIME, unless damage may hide what they belong to. It says \
      what it did, leaves the rest, and changes all of it or nothing.
      """,
    examples: [
      Example("okit check", "everything"), Example("okit check directory --json", "one model, for a script"),
      Example("okit check --fix --dry-run", "what could be mended"),
    ],
    statuses: [ManualEntry("1", "something was found, or with --fix is left")])

  @Argument(help: "Only these models.", valueName: "model", completion: .workspace(.models))
  var models: [String] = []
  @Flag(.long, help: "Mend what has one safe answer.")
  var fix: Bool
  @Flag(.customShort("n"), .customLong("dry-run"), help: "With --fix: only say what would be done.")
  var dryRun: Bool
  @OptionGroup var keys: KeyOptions
  @OptionGroup var global: GlobalOptions

  func validate() throws {
    if dryRun && !fix { throw UsageError("--dry-run is for --fix; without it nothing is changed", showsUsage: true) }
  }

  func run(_ console: Console) throws {
    let session = Session(console, global)
    let workspace = try session.workspace(keys)
    let check = WorkspaceCheck(workspace)
    let names = try models.uniqueModelNames()
    let report =
      try fix
      ? check.fix(names, dryRun: dryRun) : check.run(names)
    if console.json { try writeJSON(report, console) } else { try writeText(report, console) }
    if let failure = report.recheckFailure {
      console.warn(
        "\(count(report.repairs.count, "repair")) done, but the workspace could not be checked again; other findings are as before"
      )
      throw failure
    }
    if !report.findings.isEmpty { throw ExitStatus(Status.found) }
  }

  private func writeText(_ report: WorkspaceCheck.Report, _ console: Console) throws {
    let verb = dryRun ? "can be mended" : "mended"
    for repair in report.repairs {
      try console.standardOutput.writeLine(
        Self.line(
          repair.file, repair.line, repair.column, console.standardOutput.styled(repair.kind.rawValue, .green),
          "\(verb): \(repair.message)"))
    }
    for finding in report.findings {
      let path = finding.path.map { " (\($0))" } ?? ""
      try console.standardOutput.writeLine(
        Self.line(
          finding.file, finding.line, finding.column, console.standardOutput.styled(finding.kind.rawValue, .red),
          "\(finding.message)\(path)"))
    }
    if !report.knowsAllModels {
      console.warn("skipped the reference and attachment checks: a model is missing or cannot be read")
    }
    let looked = "\(count(report.models, "model")), \(count(report.files, "file"))"
    if fix && !dryRun, !report.repairs.isEmpty { console.note("\(count(report.repairs.count, "repair"))") }
    console.note(
      report.findings.isEmpty
        ? "nothing \(report.repairs.isEmpty ? "found" : "left") in \(looked)"
        : "\(count(report.findings.count, "finding")) in \(looked)")
    MissingModelHint(models: report.findings.compactMap { $0.kind == .missingModel ? $0.model : nil }).write(
      to: console)
  }

  private static func line(_ file: String, _ line: Int?, _ column: Int?, _ kind: String, _ text: String) -> String {
    let place = [line, column].compactMap { $0 }.map { ":\($0)" }.joined()
    return "\(Console.printable(file))\(place): \(kind): \(Console.printable(text))"
  }

  private func writeJSON(_ report: WorkspaceCheck.Report, _ console: Console) throws {
    try console.writeJSON { writer in
      writer.array("findings") { writer in
        for finding in report.findings {
          writer.object { writer in
            writer.member("kind", finding.kind.rawValue)
            writer.member("model", finding.model?.description)
            writer.member("path", finding.path)
            writer.member("file", finding.file)
            writer.member("line", finding.line)
            writer.member("column", finding.column)
            writer.member("message", finding.message)
          }
        }
      }
      if fix {
        writer.array(dryRun ? "repairable" : "repaired") { writer in
          for repair in report.repairs {
            writer.object { writer in
              writer.member("kind", repair.kind.rawValue)
              writer.member("model", repair.model?.description)
              writer.member("file", repair.file)
              writer.member("line", repair.line)
              writer.member("column", repair.column)
              writer.member("message", repair.message)
            }
          }
        }
      }
      writer.member("models", report.models)
      writer.member("files", report.files)
      writer.member("knowsAllModels", report.knowsAllModels)
    }
  }
}
