import Bindings
import CommandKit
import JSONDocument
import OKitEditing
import OKitModels

extension Partials.Side: ArgumentValue {}

struct PartialSyncCommand: Command {
  static let configuration = CommandConfiguration(
    "sync",
    abstract: "Synchronize properties shared by stand-ins and partials.",
    discussion: """
      An app stores a stand-in and its partial at different times, so a property that both have can differ. The \
      partial is usually newer, so its values are kept, unless --from model is given. Of a reference, only the refKey \
      is copied. Properties that contain entities are skipped with a warning, because ids must be unique.
      """,
    examples: [
      Example("okit partial sync --dry-run", "show the differences between stand-ins and partials"),
      Example("okit partial sync --from model 'directory:groups[0]'", "copy values from one stand-in to its partial"),
    ])

  @Argument(help: "Only the stand-in at this path.", valueName: "path", completion: .workspace(.paths))
  var path: String?
  @Option(.long, help: "The side whose values are kept.", valueName: "side")
  var from: Partials.Side = .partial
  @OptionGroup var start: StartOption
  @Flag(.customShort("n"), .customLong("dry-run"), help: "Show what would happen, and change nothing.")
  var dryRun: Bool
  @OptionGroup var removal: RemovalConfirmationOption
  @OptionGroup var rules: RuleOptions
  @OptionGroup var keys: KeyOptions
  @OptionGroup var global: GlobalOptions

  func run(_ console: Console) throws {
    let session = Session(console, global)
    let binding = try path.map { try Binding(parsing: $0) }
    let workspace = try session.workspace(keys, dryRun: dryRun, confirmingRemovals: !removal.yes)
    rules.apply(to: workspace)
    let names = try start.model.map { [try ModelName($0)] } ?? []
    let changes = try Partials(workspace)
      .sync(names, at: binding, model: start.name, from: from)
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
    guard !changes.isEmpty else { return console.note("no differences") }
    var table = TextTable([
      .init("STAND-IN", cutting: .never), .init("PROPERTY", cutting: .never), .init("OLD"), .init("NEW"),
    ])
    for change in changes { table.add([change.path, change.property, change.old, change.new]) }
    try table.write(to: console)
    let properties = changes.count == 1 ? "property" : "properties"
    console.note(
      "\(dryRun ? "would synchronize" : "synchronized") \(changes.count) \(properties)")
  }
}
