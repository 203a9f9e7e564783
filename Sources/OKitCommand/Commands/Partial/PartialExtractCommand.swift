import Bindings
import CommandKit
import JSONDocument
import OKitEditing
import OKitModels
import OKitStorage

struct PartialExtractCommand: Command {
  static let configuration = CommandConfiguration(
    "extract",
    abstract: "Move an entity into a partial.",
    discussion: """
      Moves the entity into its own file. The entity keeps its id, so references to it stay valid. A stand-in with a \
      new id replaces it; this id is the name of the file. The stand-in keeps the properties given with --keep, \
      otherwise those that the stand-in's class defines, or that another stand-in in the array has; otherwise its \
      name, title and label. Prints the path of the file.
      """,
    examples: [
      Example("okit partial extract 'directory:groups[0]'", "move a group into its own file"),
      Example(
        "okit partial extract 'directory:groups[0]' --keep name,color", "keep the name and the color in the stand-in"),
    ])

  @Argument(help: "The path of the entity.", valueName: "path", completion: .workspace(.paths))
  var path: String
  @Option(
    .long, help: "The properties that the stand-in keeps, separated by commas.", valueName: "properties",
    completion: .workspace(.keptProperties))
  var keep: String?
  @OptionGroup var edit: EditOptions
  @OptionGroup var global: GlobalOptions

  func run(_ console: Console) throws {
    let session = Session(console, global)
    let binding = try Binding(parsing: path)
    let workspace = try edit.workspace(session)
    let kept = keep?.split(separator: ",").map(String.init)
    let partials = Partials(workspace)
    let move = try session.explaining([binding], in: workspace) {
      try partials.extract(binding, model: edit.start.name, kept: kept)
    }
    if let name = move.unexpectedClass {
      console.warn(
        "the definitions declare the class \(name) at \(move.path); an app needs a stand-in class there to read this")
    }
    let names = move.kept.isEmpty ? "only an id" : move.kept.joined(separator: ", ")
    console.note("the stand-in \(move.path) \(edit.dryRun ? "would keep" : "keeps") \(names)")
    if console.json {
      try console.writeJSON { writer in
        writer.member("path", move.path)
        // The id is random, so a dry run does not know the file's name.
        writer.member("file", edit.dryRun ? nil : move.file)
        writer.array("kept", of: move.kept)
        writer.member("dryRun", edit.dryRun)
      }
    } else if !edit.dryRun {
      try console.writeResult(move.file.text)
    }
  }
}
