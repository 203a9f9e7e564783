import CommandKit
import Definitions
import JSONDocument
import OKitModels

struct ModelShowCommand: Command {
  static let configuration = CommandConfiguration(
    "show",
    abstract: "Show what a model is made of.",
    discussion: """
      Shows the classes of a model as a tree: properties with their types, defaults and notes, and below each the properties of its class, \
      once for each class. Without a definition the data are read, and what they suggest is shown.
      """,
    examples: [
      Example("okit model show default", "as a tree"), Example("okit model show directory --json", "for a script"),
    ])

  @Argument(help: "The model.", valueName: "model", completion: .workspace(.models))
  var name: String
  @OptionGroup var keys: KeyOptions
  @OptionGroup var global: GlobalOptions

  func run(_ console: Console) throws {
    let session = Session(console, global)
    let workspace = try session.workspace(keys)
    let outline = try ModelOutline(
      of: ModelName(name), in: workspace)
    let tree = ClassTree(outline.definitions, root: outline.className)
    if console.json {
      return try console.writeJSON { writer in
        writer.member("model", outline.name.description)
        writer.member("inferred", outline.origin == .data)
        tree.write(to: &writer)
      }
    }
    for line in tree.lines { try console.standardOutput.writeLine(line) }
    if outline.origin == .data {
      console.note("\(outline.name) has no definition; this is what its data suggest")
      console.hint("'okit model infer \(ShellWord.quoted(name)) --write' makes a definition of it")
    }
  }
}
