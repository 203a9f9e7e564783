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
  @OptionGroup var places: PlaceOptions
  @OptionGroup var password: PasswordOptions
  @OptionGroup var global: GlobalOptions

  func run(_ console: Console) throws {
    let session = Session(console, global)
    let workspace = try session.workspace(ofBackups: [], self.places, dryRun: dryRun)
    let places = try session.places(self.places, workspace, password, dryRun: dryRun)
    // Every name is looked up before anything is deleted.
    let sources = try Set(names.map { try places.source(of: $0, from: FilePath.workingFolder()) })
      .sorted { $0.description < $1.description }
    let known = try Set(places.folder?.listing().backups.map(\.source) ?? [])
    if let path = sources.first(where: { $0.path != nil && !known.contains($0) })?.path {
      throw UsageError(
        "'\(path)' is not a backup \(self.places.folder == nil ? "of this workspace" : "in that folder")")
    }
    if dryRun {
      for source in sources { console.note("\(source) would be deleted") }
      return try writeJSON(sources, console)
    }
    try session.confirm(
      "Delete \(names.count == 1 ? "backup '\(names[0])'" : count(names.count, "backup"))", isAgreed: yes)
    var deleted: [BackupSource] = []
    do {
      try places.remove(sources) { source in
        deleted.append(source)
        console.note("\(source) deleted")
      }
    } catch {
      // The deleted backups are reported even if another one failed.
      if !deleted.isEmpty { try writeJSON(deleted, console) }
      throw error
    }
    try writeJSON(deleted, console)
  }

  private func writeJSON(_ sources: [BackupSource], _ console: Console) throws {
    guard console.json else { return }
    try console.writeJSON { writer in
      writer.array("deleted", of: sources.map(\.name))
      writer.member("dryRun", dryRun)
    }
  }
}
