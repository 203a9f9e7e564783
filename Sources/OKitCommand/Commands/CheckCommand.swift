import CommandKit
import JSONDocument
import OKitChecks
import OKitData
import OKitModels
import OKitRemote
import OKitStorage

struct CheckCommand: Command {
  static let configuration = CommandConfiguration(
    "check",
    abstract: "Find problems in a workspace.",
    discussion: """
      Reads every file. Reports files that cannot be read or decrypted, are damaged, or are plain although their \
      model's kind is encrypted, or the reverse; while the app's setting 'encryption' is off, every file must be \
      plain. Reports models, partials and attachments that are missing, partials and attachments that nothing uses or \
      that differ from their model, and leftovers of a crash. Reports missing and duplicate ids, and references to \
      entities that do not exist. With definitions, also reports definitions that okit does not understand, and \
      properties that are missing, unknown or have another type. Reports values that violate rules of the workspace \
      (see 'okit help rules'), and rules that are not valid. Changes nothing without --fix.

      --fix fixes problems that have only one safe fix: it adds missing ids, missing properties with a default, and \
      missing partials with their defaults, corrects sizes, and moves unused files to okit/backup/orphans-TIME, unless \
      a damaged file may use them. It prints each fix, leaves other problems alone, and applies all fixes or none.
      """,
    examples: [
      Example("okit check", "check all models"),
      Example("okit check directory --json", "check one model, for a script"),
      Example("okit check --fix --dry-run", "show what could be fixed"),
    ],
    statuses: [
      ManualEntry("1", "a problem was found, or is left after --fix; warnings do not count"),
      ManualEntry("75", "no other problem was found, but a server did not answer; 77 if it refused access"),
    ])

  @Argument(help: "Only these models.", valueName: "model", completion: .workspace(.models))
  var models: [String] = []
  @Flag(.long, help: "Fix problems that have only one safe fix.")
  var fix: Bool
  @Flag(.customShort("n"), .customLong("dry-run"), help: "With --fix: show what would happen, and change nothing.")
  var dryRun: Bool
  @OptionGroup var consent: ConsentOption
  @OptionGroup var past: PastOptions
  @OptionGroup var keys: KeyOptions
  @OptionGroup var global: GlobalOptions

  func validate() throws {
    if dryRun && !fix { throw UsageError("--dry-run needs --fix; check alone changes nothing", showsUsage: true) }
    if consent.yes && !fix { throw UsageError("--yes needs --fix; check alone changes nothing", showsUsage: true) }
    if fix, past.at != nil { throw UsageError("--fix cannot be used with --at", showsUsage: true) }
  }

  func run(_ console: Console) throws {
    let session = Session(console, global)
    consent.apply(to: session)
    let workspace = try fix ? session.workspace(keys, dryRun: dryRun) : session.workspace(keys, past)
    let check = WorkspaceCheck(workspace)
    let names = try models.uniqueModelNames()
    let report =
      try fix
      ? session.remoteModels(workspace).sending(names.isEmpty ? nil : names, discardsWhenRefused: true) { _ in
        try check.fix(names)
      }
      : check.run(names)
    if console.json { try writeJSON(report, console) } else { try writeText(report, console) }
    if let failure = report.recheckFailure {
      console.warn(
        "fixed \(count(report.repairs.count, "problem")), but cannot check the workspace again; other findings may be outdated"
      )
      throw failure
    }
    let problems = report.findings.count { !$0.isWarning }
    // That a server is silent or refuses access says nothing about the workspace.
    if let failure = report.serverFailures.first, problems == report.serverFailures.count {
      throw ExitStatus(status(of: failure))
    }
    if problems > 0 { throw ExitStatus(Status.found) }
  }

  private func writeText(_ report: WorkspaceCheck.Report, _ console: Console) throws {
    let verb = dryRun ? "can be fixed" : "fixed"
    for repair in report.repairs {
      try console.standardOutput.writeLine(
        Self.line(
          repair.file.text, repair.line, repair.column, console.standardOutput.styled(repair.kind.rawValue, .green),
          "\(verb): \(repair.message)"))
    }
    for finding in report.findings {
      let path = finding.path.map { " (\($0))" } ?? ""
      try console.standardOutput.writeLine(
        Self.line(
          finding.file.text, finding.line, finding.column,
          console.standardOutput.styled(
            (finding.isWarning ? "warning: " : "") + finding.kind.rawValue, finding.isWarning ? .yellow : .red),
          "\(finding.message)\(path)"))
    }
    // Without its record of the models, okit does not know if one is missing.
    let hasDamagedRecord = report.findings.contains { $0.file == .inside(AppliedDefinitions.path) }
    if !report.knowsAllModels {
      let reason = hasDamagedRecord ? "\(AppliedDefinitions.path) is unreadable" : "a model is missing or unreadable"
      console.warn("skipped the reference and attachment checks: \(reason)")
    }
    let scope = "\(count(report.models, "model")), \(count(report.files, "file"))"
    if fix && !dryRun, !report.repairs.isEmpty { console.note("fixed \(count(report.repairs.count, "problem"))") }
    let warnings = report.findings.count(where: \.isWarning)
    let problems = report.findings.count - warnings
    let found =
      problems > 0 ? count(problems, "problem") : "no problems\(report.repairs.isEmpty ? "" : " left")"
    console.note("\(found)\(warnings > 0 ? " and \(count(warnings, "warning"))" : "") in \(scope)")
    for case (.missingModel, let name?) in report.findings.map({ ($0.kind, $0.model) }) {
      console.hint(name.missingFileAdvice)
    }
    if hasDamagedRecord { console.hint(AppliedDefinitions.damageAdvice) }
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
            writer.member("file", finding.file.text)
            writer.member("line", finding.line)
            writer.member("column", finding.column)
            writer.member("message", finding.message)
            writer.member("severity", finding.isWarning ? "warning" : "error")
          }
        }
      }
      if fix {
        writer.array(dryRun ? "repairable" : "repaired") { writer in
          for repair in report.repairs {
            writer.object { writer in
              writer.member("kind", repair.kind.rawValue)
              writer.member("model", repair.model?.description)
              writer.member("file", repair.file.text)
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
