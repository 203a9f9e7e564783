import Bindings
import CommandKit
import OKitEditing
import OKitModels

struct AddCommand: Command {
  static let configuration = CommandConfiguration(
    "add",
    abstract: "Add elements to arrays, and members to dictionaries.",
    discussion: """
      Where the path is an array, the value becomes its last element; a set takes each value once. A new entity gets an id and what its \
      definition gives it, so that without a value it is one as the app would make it; a partial gets its file. Where the path names a \
      key that is not there, it is added. The value is JSON, or text where the elements are texts. A reference may name an entity that is \
      added in the same step; one that names no entity gets a warning, or with --strict is an error. Prints the ids of new entities.
      """,
    examples: [
      Example(#"okit add books '{"name": "Emma"}'"#, "a book with all that a book has"),
      Example("okit add --top genres", "a genre in front of the others"),
      Example("okit add 'books[0]/dates'", "a delivery, as it is made"),
      Example("okit add books --from new.jsonl", "a book for each line of JSON"),
    ])

  @Argument(
    help: "The path of an array or dictionary, or of a key that is new.", valueName: "path",
    completion: .workspace(.paths))
  var path: String?
  @Argument(help: "The value, as JSON; '-' is standard input.", valueName: "json")
  var value: String?
  @Flag(.long, help: "Add in front of the others.")
  var top: Bool
  @Option(.long, help: "Add at this place, from 0; negative ones count from the end.", valueName: "index")
  var at: Int?
  @Option(.long, help: "What the value is: string, number, bool or json.", valueName: "type")
  var type: ValueType?
  @Option(
    .long, help: "Read lines of JSON: values for the path or, without one, path and value; '-' is standard input.",
    valueName: "file", completion: .file)
  var from: String?
  @Flag(.long, help: "Refuse references to entities that do not exist, instead of warning of them.")
  var strict: Bool
  @OptionGroup var sync: SyncOption
  @OptionGroup var edit: EditOptions
  @OptionGroup var global: GlobalOptions

  func validate() throws {
    if top && at != nil { throw UsageError("--top and --at exclude each other", showsUsage: true) }
    if from != nil, value != nil || type != nil {
      throw UsageError("--from brings the values and their types", showsUsage: true)
    }
    if from == nil, path == nil { throw UsageError("name a path", showsUsage: true) }
    if type == .null { throw UsageError("nothing cannot be added") }
  }

  func run(_ console: Console) throws {
    let session = Session(console, global)
    let binding = try path.map { try Binding(parsing: $0) }
    let items = try items(binding, session)
    let placement: ModelEdit.Placement = top ? .index(0) : at.map { .index($0) } ?? .end
    let outcome = try edit.run(session, sync, items.map(\.binding)) {
      try $0.add(items, at: placement, isStrict: strict)
    }
    if !console.json, !edit.dryRun {
      for id in outcome.changes.compactMap(\.newID) { try console.writeResult(id) }
    }
    try edit.report(outcome, "added", console)
  }

  private func items(_ binding: Binding?, _ session: Session) throws -> [EditItem] {
    if let from { return try edit.items(from: from, for: binding, session) }
    guard let binding else { return [] }
    let text = value == "-" ? try session.standardText("the value") : value
    return [EditItem(binding, text.map { text in type.map { .typed(text, $0) } ?? .text(text) })]
  }
}
