import CommandKit
import OKit

struct BackupDeleteCommand: Command {
  static let configuration = CommandConfiguration(
    "delete",
    abstract: "Delete backups.",
    examples: [Example("okit backup delete 20261121T075014Z --yes", "without asking")])

  @Argument(help: "The backups.", valueName: "name", completion: .custom("backups"))
  var names: [String]
  @Flag(.shortAndLong, help: "Do not ask.")
  var yes: Bool
  @Flag(.customShort("n"), .customLong("dry-run"), help: "Only say what would be done.")
  var dryRun: Bool
  @OptionGroup var global: GlobalOptions

  func run(_ console: Console) throws {
    let session = Session(console, global)
    let workspace = try session.workspace()
    if let path = names.first(where: { $0.utf8.contains(UInt8(ascii: "/")) }) {
      throw UsageError("'\(path)' is a path; only backups of the workspace are deleted, by their names")
    }
    // Every name is looked up before anything goes.
    let paths = try names.map { try BackupListing.path(of: $0, in: workspace, from: Session.workingFolder()) }
    if dryRun {
      for path in paths { console.note("\(path) would be deleted") }
      return
    }
    try session.confirm("Deleting \(names.count == 1 ? names[0] : count(names.count, "backup"))", isAgreed: yes)
    try workspace.removeBackups(Set(paths).sorted(), patience: session.patience) { console.note("\($0) deleted") }
  }
}
