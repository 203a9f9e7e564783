import Bindings
import CommandKit
import OKitEditing
import OKitModels

struct MoveCommand: Command {
  static let configuration = CommandConfiguration(
    "move",
    abstract: "Move a value to another place.",
    discussion: """
      Where the target is an element, the value takes its index, also in the array that it comes from; where it is an array, it goes to its \
      end; where it is a key that is not there, the value gets it. Between models the partials and attachments of an entity go along, \
      encrypted as the other model is. References find it there as well.
      """,
    examples: [
      Example("okit move 'books[3]' 'books[0]'", "to the top"),
      Example("okit move 'directory:groups[0]/group/authors[0]' directory:authors", "to the end of another array"),
    ])

  @Argument(help: "The path of the value.", valueName: "path", completion: .workspace(.paths))
  var path: String
  @Argument(help: "Where it goes.", valueName: "target", completion: .workspace(.paths))
  var target: String
  @Flag(.long, help: "Move all values that the path matches.")
  var all: Bool
  @OptionGroup var sync: SyncOption
  @OptionGroup var edit: EditOptions
  @OptionGroup var global: GlobalOptions

  func run(_ console: Console) throws {
    let session = Session(console, global)
    let (binding, destination) = (try Binding(parsing: path), try Binding(parsing: target))
    let outcome = try edit.run(session, sync, [binding, destination]) {
      try $0.move(binding, to: destination, all: all)
    }
    try edit.report(outcome, outcome.changes.count == 1 ? "moved to" : "moved", console)
  }
}
