import CommandKit
import JSONDocument
import OKitBackups
import OKitModels
import OKitStorage

struct BackupCopyCommand: Command {
  static let configuration = CommandConfiguration(
    "copy",
    abstract: "Copy backups to another folder.",
    discussion: """
      Copies backups and their records, for example to another disk. Each copy is read back and compared with the original \
      before it gets its name, so there is never half a backup. No key is needed. A backup that is already there is skipped. If one fails, the others are still copied. \
      The folder must exist, so that nothing is written where a disk should be mounted.
      """,
    examples: [
      Example("okit backup copy 20261121T075014Z --to ~/usb", "copy a backup"),
      Example("okit backup copy --all --to ~/usb", "copy all backups that are not there yet"),
    ],
    statuses: [
      ManualEntry(
        "73", "the folder has another file with the name of a backup; the status is that of the first failure")
    ])

  @Argument(help: "The backups.", valueName: "name", completion: .workspace(.backups))
  var names: [String] = []
  @Flag(.long, help: "Copy all backups of the workspace.")
  var all: Bool
  @Option(.customLong("to"), help: "The folder.", valueName: "dir", completion: .folder)
  var folder: String
  @Flag(.customShort("n"), .customLong("dry-run"), help: "Show what would happen, and change nothing.")
  var dryRun: Bool
  @OptionGroup var global: GlobalOptions

  func validate() throws {
    if all, !names.isEmpty { throw UsageError("--all and named backups cannot be used together", showsUsage: true) }
    if !all, names.isEmpty { throw UsageError("name backups, or give --all", showsUsage: true) }
  }

  func run(_ console: Console) throws {
    let session = Session(console, global)
    let workspace = try session.workspace(dryRun: dryRun)
    let target = try session.absoluteOutput(folder)
    // Every name is looked up before anything is copied.
    let paths =
      try all
      ? BackupListing(workspace).backups.map(\.path)
      : names.map { try BackupListing.path(of: $0, in: workspace, from: FilePath.workingFolder()) }
    var copied: [FilePath] = []
    var present: [FilePath] = []
    let status = try session.each(paths) { path in
      switch try BackupCopying(workspace).copy(path, to: target) {
      case .copied(let copy):
        copied.append(copy)
        console.note("\(dryRun ? "would copy" : "copied") \(Console.printable(path.name))")
      case .present(let copy):
        present.append(copy)
        console.note("\(Console.printable(path.name)) is already there")
      }
    }
    if console.json {
      try console.writeJSON { writer in
        writer.array("copied", of: copied.map(\.text))
        writer.array("present", of: present.map(\.text))
        writer.member("dryRun", dryRun)
      }
    }
    if let status { throw ExitStatus(status) }
  }
}
