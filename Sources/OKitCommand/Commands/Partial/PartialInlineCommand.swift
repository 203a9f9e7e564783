import Bindings
import CommandKit
import JSONDocument
import OKitEditing
import OKitModels
import OKitStorage

struct PartialInlineCommand: Command {
  static let configuration = CommandConfiguration(
    "inline",
    abstract: "Move the entity of a partial back into the model.",
    discussion: """
      The entity replaces its stand-in, and its file is removed. Properties that only the stand-in has are added to \
      the entity. The id of the stand-in, which names the file, is gone: if something refers to it, the command stops \
      unless --force is given.
      """,
    examples: [Example("okit partial inline 'directory:groups[0]'", "move a group back into the model")])

  @Argument(help: "The path of the stand-in.", valueName: "path", completion: .workspace(.paths))
  var path: String
  @Flag(.long, help: "Continue even if something refers to the stand-in.")
  var force: Bool
  @OptionGroup var edit: EditOptions
  @OptionGroup var global: GlobalOptions

  func run(_ console: Console) throws {
    let session = Session(console, global)
    let binding = try Binding(parsing: path)
    let workspace = try edit.workspace(session)
    let partials = Partials(workspace)
    let move = try session.explaining([binding], in: workspace) {
      try partials.inline(
        binding, model: edit.start.name, force: force)
    }
    if let name = move.unexpectedClass {
      console.warn("the definitions declare the class \(name) at \(move.path), which an app expects in a separate file")
    }
    if console.json {
      try console.writeJSON { writer in
        writer.member("path", move.path)
        writer.member("file", move.file)
        writer.array("kept", of: move.kept)
        writer.member("dryRun", edit.dryRun)
      }
    }
    console.note(
      edit.dryRun
        ? "would move the entity from \(move.file) to \(move.path)"
        : "moved the entity from \(move.file) to \(move.path)")
  }
}
