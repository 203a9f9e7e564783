import CommandKit
import JSONDocument
import OKitData
import OKitModels
import OKitStorage

struct ModelDeleteCommand: Command {
  static let configuration = CommandConfiguration(
    "delete",
    abstract: "Delete a model with its partials and attachments.",
    discussion: """
      Removes the model's file, its partials, the attachments that no other model names, and its entry in okit.json, all of them or none. \
      What was there is kept as a backup, before-delete-TIME. Its Swift classes stay where they are.
      """,
    examples: [Example("okit model delete directory --yes", "without asking")])

  @Argument(help: "The model.", valueName: "model", completion: .workspace(.models))
  var name: String
  @Flag(.shortAndLong, help: "Do not ask.")
  var yes: Bool
  @Flag(.customShort("n"), .customLong("dry-run"), help: "Only say what would be done.")
  var dryRun: Bool
  @OptionGroup var keys: KeyOptions
  @OptionGroup var global: GlobalOptions

  func run(_ console: Console) throws {
    let session = Session(console, global)
    let workspace = try session.workspace(keys)
    let model = try ModelName(name)
    let deletion = ModelDeletion(workspace)
    if !dryRun { try session.confirm("Deleting the model \(Console.printable(name))", isAgreed: yes) }
    let outcome = try deletion.delete(model, dryRun: dryRun)
    if console.json {
      return try console.writeJSON { writer in
        writer.member("name", name)
        writer.member("files", outcome.files)
        writer.member("kept", outcome.kept)
        writer.member("dryRun", dryRun)
      }
    }
    console.note("\(name): \(count(outcome.files, "file"))\(dryRun ? " would be deleted" : " deleted")")
    guard let kept = outcome.kept else { return }
    console.noteKept(kept)
    // It is done by now, so that sources which cannot be read are no reason to fail.
    if let className = try? workspace.definitions().className(of: model) {
      console.note("the definition of \(className) stays")
    }
  }
}
