import Bindings
import CommandKit
import JSONDocument
import OKitModels

struct PartialResolveCommand: Command {
  static let configuration = CommandConfiguration(
    "resolve",
    abstract: "Print a value with its partials inserted.",
    discussion: """
      Adds the entity of each stand-in as a member. The stand-in's class defines the name of this member; without a \
      definition, it is 'partial'. Partials inside partials are inserted, too. Without a path it prints the whole \
      model.
      """,
    examples: [
      Example("okit partial resolve directory:.", "print a model as one document"),
      Example("okit partial resolve 'directory:groups[0]'", "print one stand-in with its entity"),
    ])

  @Argument(help: "The path of the value.", valueName: "path", completion: .workspace(.paths))
  var path: String = "."
  @OptionGroup var start: StartOption
  @OptionGroup var past: PastOptions
  @OptionGroup var keys: KeyOptions
  @OptionGroup var global: GlobalOptions

  func run(_ console: Console) throws {
    let session = Session(console, global)
    let binding = try Binding(parsing: path)
    let workspace = try session.workspace(keys, past)
    let partials = Partials(workspace)
    let value = try session.explaining([binding], in: workspace) {
      try partials.resolve(binding, model: start.name)
    }
    if let value { try console.write(value) }
    try console.standardOutput.writeLine(value == nil && console.json ? "null" : "")
  }
}
