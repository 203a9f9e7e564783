import Bindings
import CommandKit
import JSONDocument
import OKitEditing
import OKitModels

extension Partials.Side: ArgumentValue {}

struct PartialSyncCommand: Command {
  static let configuration = CommandConfiguration(
    "sync",
    abstract: "Make what stand-ins and partials share the same again.",
    discussion: """
      An app stores a stand-in and its partial at different times, so that a property that both have can differ. Mostly the partial is the \
      newer one, so its properties count, unless --from model is given. References keep the ids that they have on each side. \
      Entities stay where they are, since an id must not be there twice.
      """,
    examples: [
      Example("okit partial sync --dry-run", "what differs"),
      Example("okit partial sync --from model 'directory:groups[0]'", "the stand-in's name for its partial"),
    ])

  @Argument(help: "Only the stand-in at this path.", valueName: "path", completion: .workspace(.paths))
  var path: String?
  @Option(.long, help: "The side that counts: model or partial. (default: partial)", valueName: "side")
  var from: Partials.Side = .partial
  @OptionGroup var start: StartOption
  @Flag(.customShort("n"), .customLong("dry-run"), help: "Only say what would be done.")
  var dryRun: Bool
  @OptionGroup var removal: RemovalConfirmationOption
  @OptionGroup var keys: KeyOptions
  @OptionGroup var global: GlobalOptions

  func run(_ console: Console) throws {
    let session = Session(console, global)
    let binding = try path.map { try Binding(parsing: $0) }
    let workspace = try session.workspace(keys, confirmingRemovals: !removal.yes)
    let names = try start.model.map { [try ModelName($0)] } ?? []
    let changes = try Partials(workspace)
      .sync(names, at: binding, model: start.name, from: from, dryRun: dryRun)
    if console.json {
      return try console.writeJSON { writer in
        writer.array("changes") { writer in
          for change in changes {
            writer.object { writer in
              writer.member("path", change.path)
              writer.member("property", change.property)
              writer.member("old", JSONText(change.old))
              writer.member("new", JSONText(change.new))
            }
          }
        }
        writer.member("dryRun", dryRun)
      }
    }
    guard !changes.isEmpty else { return console.note("nothing differs") }
    var table = TextTable([
      .init("STAND-IN", cutting: .never), .init("PROPERTY", cutting: .never), .init("OLD"), .init("NEW"),
    ])
    for change in changes { table.add([change.path, change.property, change.old, change.new]) }
    try table.write(to: console)
    let properties = changes.count == 1 ? "property" : "properties"
    console.note(
      "\(changes.count) \(properties) \(dryRun ? "would be" : changes.count == 1 ? "was" : "were") made the same")
  }
}
