import Bindings
import CommandKit
import OKitEditing
import OKitModels

struct MoveCommand: Command {
  static let configuration = CommandConfiguration(
    "move",
    abstract: "Move a value.",
    discussion: """
      If the target is an element, the value is inserted at its index, also within the same array; if it is an \
      array, the value is appended; if it is a new key, the value is stored under that key. When an entity moves to \
      another model, its partials and attachments move, too, and are encrypted like that model. References to it \
      stay valid.
      """,
    examples: [
      Example("okit move 'books[3]' 'books[0]'", "move a book to the beginning"),
      Example(
        "okit move 'directory:groups[0]/group/authors[0]' directory:authors",
        "move an author to the end of another array"),
    ])

  @Argument(help: "The path of the value.", valueName: "path", completion: .workspace(.paths))
  var path: String
  @Argument(help: "The new path.", valueName: "target", completion: .workspace(.paths))
  var target: String
  @Flag(.long, help: "Move all values that the path matches.")
  var all: Bool
  @OptionGroup var sync: SyncOption
  @OptionGroup var edit: EditOptions
  @OptionGroup var global: GlobalOptions

  func run(_ console: Console) throws {
    let session = Session(console, global)
    let (binding, destination) = (try Binding(parsing: path), try Binding(parsing: target))
    let workspace = try edit.workspace(session)
    let outcome = try session.explaining([binding, destination], in: workspace) {
      try workspace.edit("move", model: edit.start.name, syncsPartials: !sync.noSync) {
        try $0.move(binding, to: destination, all: all)
      }
    }
    try edit.report(outcome, outcome.changes.count == 1 ? "moved to" : "moved", console)
  }
}
