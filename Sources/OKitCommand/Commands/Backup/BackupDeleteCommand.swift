import CommandKit
import JSONDocument
import OKitBackups
import OKitStorage

struct BackupDeleteCommand: Command {
  static let configuration = CommandConfiguration(
    "delete",
    abstract: "Delete backups.",
    examples: [Example("okit backup delete 20261121T075014Z --yes", "delete a backup without asking")])

  @Argument(help: "The backups.", valueName: "name", completion: .workspace(.backups))
  var names: [String]
  @Flag(.shortAndLong, help: "Do not ask.")
  var yes: Bool
  @Flag(.customShort("n"), .customLong("dry-run"), help: "Show what would happen, and change nothing.")
  var dryRun: Bool
  @OptionGroup var global: GlobalOptions

  func run(_ console: Console) throws {
    let session = Session(console, global)
    let workspace = try session.workspace(dryRun: dryRun)
    // Every name is looked up before anything is deleted.
    let paths = try Set(
      names.map { try BackupListing.path(of: $0, in: workspace, from: FilePath.workingFolder()) }
    ).sorted()
    let known = try Set(BackupListing(workspace).backups.map(\.path))
    if let path = paths.first(where: { !known.contains($0) }) {
      throw UsageError("'\(path)' is not a backup of this workspace")
    }
    if dryRun {
      for path in paths { console.note("\(path) would be deleted") }
      return try writeJSON(paths, console)
    }
    try session.confirm(
      "Delete \(names.count == 1 ? "backup '\(names[0])'" : count(names.count, "backup"))", isAgreed: yes)
    var deleted: [FilePath] = []
    do {
      try workspace.removeBackups(paths) { path in
        deleted.append(path)
        console.note("\(path) deleted")
      }
    } catch {
      // The deleted backups are reported even if another one failed.
      if !deleted.isEmpty { try writeJSON(deleted, console) }
      throw error
    }
    try writeJSON(deleted, console)
  }

  private func writeJSON(_ paths: [FilePath], _ console: Console) throws {
    guard console.json else { return }
    try console.writeJSON { writer in
      writer.array("deleted", of: paths.map(BackupListing.name(of:)))
      writer.member("dryRun", dryRun)
    }
  }
}
