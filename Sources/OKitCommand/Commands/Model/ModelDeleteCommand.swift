import CommandKit
import JSONDocument
import OKitData
import OKitModels
import OKitRemote
import OKitStorage

struct ModelDeleteCommand: Command {
  static let configuration = CommandConfiguration(
    "delete",
    abstract: "Delete a model with its partials and attachments.",
    discussion: """
      Removes the model's file, its partials, the attachments that no other model uses, and its entry in okit.json, \
      all of them or none. The removed data is kept as a backup, before-delete-TIME. The Swift classes are not \
      removed.

      Of a model on a server, only the local copy is removed, with the changes that were not sent. The next command \
      reads it from its server, and 'okit undo' restores the copy.
      """,
    examples: [Example("okit model delete directory --yes", "delete a model without asking")])

  @Argument(help: "The model.", valueName: "model", completion: .workspace(.models))
  var name: String
  @Flag(.shortAndLong, help: "Do not ask.")
  var yes: Bool
  @Flag(.customShort("n"), .customLong("dry-run"), help: "Show what would happen, and change nothing.")
  var dryRun: Bool
  @OptionGroup var hooks: HookOptions
  @OptionGroup var keys: KeyOptions
  @OptionGroup var global: GlobalOptions

  func run(_ console: Console) throws {
    let session = Session(console, global)
    let workspace = try session.localWorkspace(keys, dryRun: dryRun)
    hooks.apply(to: workspace)
    let model = try ModelName(name)
    // The model is also kept as a backup.
    workspace.confirmUnkept = nil
    let deletion = ModelDeletion(workspace)
    if try session.remoteModels(workspace).missing().contains(model) {
      throw OKitError(
        .unsupported, "model \(model) is only on its server, where okit deletes no models",
        remedy: .words("delete its files there, for example with curl"))
    }
    if !dryRun {
      try session.confirm("Delete model '\(Console.printable(name))'", isAgreed: yes) {
        try Self.counts(of: deletion.files(of: model))
      }
    }
    let outcome = try deletion.delete(model)
    if console.json {
      return try console.writeJSON { writer in
        writer.member("name", name)
        writer.member("files", outcome.files)
        writer.member("kept", outcome.safetyBackup)
        writer.member("dryRun", dryRun)
      }
    }
    console.note("\(dryRun ? "would delete" : "deleted") model \(name), \(count(outcome.files, "file"))")
    if outcome.isRemote { console.note("model \(model) stays on its server") }
    guard let backup = outcome.safetyBackup else { return }
    console.noteKept(backup)
    if !outcome.isRemote, let className = outcome.className {
      console.note("the definition of \(className) was not removed")
    }
  }

  private static func counts(of files: ModelDeletion.Files) -> String {
    [
      (files.main == nil ? 0 : 1, "file"), (files.partials.count, "partial"), (files.attachments.count, "attachment"),
    ].filter { $0.0 > 0 }.map { count($0.0, $0.1) }.joined(separator: ", ")
  }
}
