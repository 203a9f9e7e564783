import Bindings
import CommandKit
import JSONDocument
import OKitModels

struct RefResolveCommand: Command {
  static let configuration = CommandConfiguration(
    "resolve",
    abstract: "Print the entity that a reference points to.",
    discussion: "Prints the path of the entity, and on the next line the entity itself.",
    examples: [
      Example("okit ref resolve 'books[0]/author'", "print the author of a book"),
      Example("okit ref resolve 'books[0]/genre' --json", "print path, model, class, id and value for a script"),
    ])

  @Argument(help: "The path of the reference.", valueName: "path", completion: .workspace(.paths))
  var path: String
  @OptionGroup var start: StartOption
  @OptionGroup var past: PastOptions
  @OptionGroup var keys: KeyOptions
  @OptionGroup var global: GlobalOptions

  func run(_ console: Console) throws {
    let session = Session(console, global)
    let binding = try Binding(parsing: path)
    let workspace = try session.workspace(keys, past)
    let values = try ModelValues(
      workspace, model: start.name)
    let (entity, value) = try session.explaining([binding], in: workspace) { try values.entity(behind: binding) }
    if console.json {
      return try console.writeJSON { writer in
        entity.write(to: &writer)
        writer.member("value", value)
      }
    }
    try console.standardOutput.writeLine(console.shown(entity.path))
    try console.write(value)
    try console.standardOutput.writeLine()
  }
}
