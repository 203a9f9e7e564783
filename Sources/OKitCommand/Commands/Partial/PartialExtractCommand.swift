import Bindings
import CommandKit
import JSONDocument
import OKitEditing
import OKitModels

struct PartialExtractCommand: Command {
  static let configuration = CommandConfiguration(
    "extract",
    abstract: "Move an entity out into a partial.",
    discussion: """
      The entity goes as it is, with its id, into a file of its own, so that what refers to it finds it there. In its place stays a stand-in \
      with a new id, which is the file's name, and a few properties: those given with --keep, else those of the class that stands for it, of \
      a stand-in beside it, or its name. Prints the file.
      """,
    examples: [
      Example("okit partial extract 'directory:groups[0]'", "a group in a file of its own"),
      Example("okit partial extract 'directory:groups[0]' --keep name,color", "with what a list shows"),
    ])

  @Argument(help: "The path of the entity.", valueName: "path", completion: .workspace(.paths))
  var path: String
  @Option(
    .long, help: "The properties that the stand-in keeps, with commas between.", valueName: "properties",
    completion: .workspace(.keptProperties))
  var keep: String?
  @OptionGroup var edit: EditOptions
  @OptionGroup var global: GlobalOptions

  func run(_ console: Console) throws {
    let session = Session(console, global)
    let binding = try Binding(parsing: path)
    let workspace = try session.workspace(edit.keys)
    let kept = keep?.split(separator: ",").map(String.init)
    let partials = Partials(workspace)
    let move = try session.explaining([binding], in: workspace) {
      try partials.extract(binding, model: edit.start.name, kept: kept, dryRun: edit.dryRun)
    }
    if let name = move.unexpectedClass {
      console.warn(
        "the definitions have a \(name) at \(move.path); an app needs a class that stands for it to read this")
    }
    let names = move.kept.isEmpty ? "nothing but an id" : move.kept.joined(separator: ", ")
    console.note("\(move.path) \(edit.dryRun ? "would keep" : "keeps") \(names)")
    if console.json {
      try console.writeJSON { writer in
        writer.member("path", move.path)
        // Its name is drawn when it is made.
        writer.member("file", edit.dryRun ? nil : move.file)
        writer.array("kept", of: move.kept)
        writer.member("dryRun", edit.dryRun)
      }
    } else if !edit.dryRun {
      try console.writeResult(move.file)
    }
  }
}
