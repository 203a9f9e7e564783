import CommandKit
import JSONDocument
import OKit

struct CheckCommand: Command {
  static let configuration = CommandConfiguration(
    "check",
    abstract: "Find what is wrong with a workspace.",
    discussion: """
      Reads every file and names what is unreadable, damaged, not decryptable, stored in another form than its model's kind, left over \
      from a crash, missing or named by nothing. Changes nothing.
      """,
    examples: [Example("okit check", "everything"), Example("okit check directory --json", "one model, for a script")],
    statuses: [ManualEntry("1", "something was found")])

  @Argument(help: "Only these models.", valueName: "model", completion: .custom("models"))
  var models: [String] = []
  @OptionGroup var keys: KeyOptions
  @OptionGroup var global: GlobalOptions

  func run(_ console: Console) throws {
    let session = Session(console, global)
    let workspace = try session.workspace()
    let report = try WorkspaceCheck(workspace, keyring: session.keyring(keys, for: workspace))
      .run(models.uniqueModelNames(), patience: session.patience)
    if console.json {
      try Self.writeJSON(report, console)
    } else {
      for finding in report.findings { try console.standardOutput.writeLine(Self.line(finding)) }
      if !report.knowsAllAttachments, models.isEmpty {
        console.warn("orphaned attachments are not told, since a model that could name them cannot be read")
      }
      let looked = "\(count(report.models, "model")), \(count(report.files, "file"))"
      console.note(
        report.findings.isEmpty
          ? "nothing found in \(looked)" : "\(count(report.findings.count, "finding")) in \(looked)")
    }
    if !report.findings.isEmpty { throw ExitStatus(Status.found) }
  }

  private static func line(_ finding: Finding) -> String {
    let place = [finding.line, finding.column].compactMap { $0 }.map { ":\($0)" }.joined()
    return Console.printable("\(finding.file)\(place): \(finding.kind.rawValue): \(finding.message)")
  }

  private static func writeJSON(_ report: WorkspaceCheck.Report, _ console: Console) throws {
    try console.writeJSON { writer in
      writer.array("findings") { writer in
        for finding in report.findings {
          writer.object { writer in
            writer.member("kind", finding.kind.rawValue)
            writer.member("model", finding.model?.description)
            writer.member("file", finding.file)
            writer.member("line", finding.line)
            writer.member("column", finding.column)
            writer.member("message", finding.message)
          }
        }
      }
      writer.member("models", report.models)
      writer.member("files", report.files)
      writer.member("knowsAllAttachments", report.knowsAllAttachments)
    }
  }
}
