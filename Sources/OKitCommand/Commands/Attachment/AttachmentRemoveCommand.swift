import Bindings
import CommandKit
import JSONDocument
import OKitEditing
import OKitModels

struct AttachmentRemoveCommand: Command {
  static let configuration = CommandConfiguration(
    "remove",
    abstract: "Remove an attachment and its file.",
    discussion: """
      If the definition requires an attachment there, the entity stays, without bytes. okit keeps the file if \
      another entity uses it.
      """,
    examples: [Example("okit attachment remove 'books[0]/icon'", "remove the icon of a book")])

  @Argument(help: "The path of the attachment.", valueName: "path", completion: .workspace(.paths))
  var path: String
  @OptionGroup var edit: EditOptions
  @OptionGroup var global: GlobalOptions

  func run(_ console: Console) throws {
    let session = Session(console, global)
    let binding = try Binding(parsing: path)
    let workspace = try edit.workspace(session)
    let attachments = Attachments(workspace)
    let file = try session.explaining([binding], in: workspace) {
      try attachments.remove(binding, model: edit.start.name)
    }
    if console.json {
      try console.writeJSON { writer in
        writer.member("path", path)
        writer.member("file", file)
        writer.member("dryRun", edit.dryRun)
      }
    }
    console.note("\(edit.dryRun ? "would remove" : "removed") \(path)\(file.map { " with \($0)" } ?? "")")
  }
}
