import Ciphers
import CommandKit
import JSONDocument
import OKitBackups
import OKitData
import OKitModels
import OKitStorage

struct BackupRestoreCommand: Command {
  static let configuration = CommandConfiguration(
    "restore",
    abstract: "Bring a workspace back to what a backup holds.",
    discussion: """
      Reads and checks the whole backup first, then changes the data in one step. What was there is kept as a backup of its own, \
      before-restore-TIME. Encrypted models are encrypted again, to the workspace's recipients; where no identity at hand would open \
      them, restore stops and names the ways on. Recipients, endpoint, hooks and functions stay as they are.

      The programs okit/hooks/before-restore and okit/hooks/after-restore run before and after it, with JSON on standard input: event, \
      workspace, name, file and models. When the first one fails nothing is restored.
      """,
    examples: [
      Example("okit backup restore 20261121T075014Z --yes", "everything"),
      Example("okit backup restore ./shop.tar.zst.age directory", "one model, from a file anywhere"),
    ])

  @Argument(
    help: "The backup; with a slash in it, a file anywhere.", valueName: "name", completion: .workspace(.backups))
  var name: String
  @Argument(help: "Only these models.", valueName: "model", completion: .workspace(.models))
  var models: [String] = []
  @Flag(.long, help: "Bring back the Swift definitions as well, into okit/model.")
  var definitions: Bool
  @Flag(.shortAndLong, help: "Do not ask.")
  var yes: Bool
  @Flag(.customShort("n"), .customLong("dry-run"), help: "Read and check, but change nothing.")
  var dryRun: Bool
  @OptionGroup var form: RestoredFormOptions
  @OptionGroup var password: PasswordOptions
  @OptionGroup var keys: KeyOptions
  @OptionGroup var global: GlobalOptions

  func run(_ console: Console) throws {
    let session = Session(console, global)
    let workspace = try session.workspace(keys)
    _ = try workspace.requireConfiguration()
    let path = try BackupListing.path(of: name, in: workspace, from: Session.workingFolder())
    let request = BackupRestoration.Request(
      models: try models.uniqueModelNames(), form: try form.choice(), definitions: definitions)
    if !dryRun {
      try session.confirm(
        "Restoring \(models.isEmpty ? "everything" : models.joined(separator: ", ")) from \(name)", isAgreed: yes)
    }
    let outcome = try BackupRestoration(workspace).restore(
      path, request, unlock: session.unlock(password, workspace.keyring), dryRun: dryRun)
    if console.json {
      return try console.writeJSON { writer in
        writer.array("models", of: outcome.models.map(\.description))
        writer.member("files", outcome.files)
        writer.member("kept", outcome.kept)
        writer.member("dryRun", dryRun)
      }
    }
    console.note(
      "\(count(outcome.models.count, "model")), \(count(outcome.files, "file"))\(dryRun ? " would be restored" : " restored")"
    )
    if let kept = outcome.kept { console.noteKept(kept) }
  }
}
