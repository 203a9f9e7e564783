import CommandKit
import Definitions
import JSONDocument
import OKitModels
import OKitStorage

struct ModelShowCommand: Command {
  static let configuration = CommandConfiguration(
    "show",
    abstract: "Show the structure of a model.",
    discussion: """
      Shows the classes of a model as a tree: properties with types, defaults and notes, each followed by the \
      properties of its class. The properties of each class are shown only once. Without a definition, the classes \
      are inferred from the data.
      """,
    examples: [
      Example("okit model show default", "show the classes of a model as a tree"),
      Example("okit model show directory --json", "print the classes for a script"),
    ])

  @Argument(help: "The model.", valueName: "model", completion: .workspace(.models))
  var name: String
  @OptionGroup var past: PastOptions
  @OptionGroup var keys: KeyOptions
  @OptionGroup var global: GlobalOptions

  func run(_ console: Console) throws {
    let session = Session(console, global)
    let workspace = try session.workspace(keys, past)
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
      console.note("\(outline.name) has no definition; inferred this from its data")
      console.hint("run 'okit model infer --write \(ShellWord.operands(name))' to write it as a definition")
    }
  }
}
