import Bindings
import CommandKit
import OKitEditing
import OKitModels

extension ValueType: ArgumentValue {}

struct SetCommand: Command {
  static let configuration = CommandConfiguration(
    "set",
    abstract: "Set values by their path.",
    discussion: """
      A value becomes what its property is by the definition or, without one, what is there: text stays text, a number is stored as it is \
      typed, a date is 2026-01-31, 2026-01-31T08:30:00Z, now or the seconds that --json prints (see okit-bindings(7)), an enumeration is named by its case, a reference by the id of its entity. \
      What does not fit is refused. --type overrides that: with null a string becomes empty and anything else absent. '-' is what comes on \
      standard input, without its last line feed. Several values are set in one step, all or none, each path seeing those before it; \
      with --from they come as lines of JSON, as 'okit get --lines' prints them. Paths go through references and partials to the file \
      where an entity lives, and nothing but the value changes in it.
      """,
    examples: [
      Example("okit set 'books[0]/price' 12.50", "one value"),
      Example("okit set name Books 'books[name=Solaris]/marked' true", "two in one step"),
      Example("okit set --all 'books[*]/marked' false", "of every book"),
      Example(
        "okit get --lines 'books[*]/price' | jq -c '.value += 1' | okit set --from -", "many, through another program"),
    ])

  @Argument(
    help: "A path and its new value, as often as needed.", valueName: "path value", completion: .workspace(.edits))
  var words: [String] = []
  @Option(.long, help: "What the values are: string, number, bool, null or json.", valueName: "type")
  var type: ValueType?
  @Option(.long, help: "Read lines with path and value; '-' is standard input.", valueName: "file", completion: .file)
  var from: String?
  @Flag(.long, help: "Set all values that a path matches.")
  var all: Bool
  @Flag(.long, help: "Refuse references to entities that do not exist, instead of warning of them.")
  var strict: Bool
  @OptionGroup var sync: SyncOption
  @OptionGroup var edit: EditOptions
  @OptionGroup var global: GlobalOptions

  func validate() throws {
    if from != nil, !words.isEmpty || type != nil {
      throw UsageError("--from brings paths, values and their types", showsUsage: true)
    }
    if from == nil, words.isEmpty { throw UsageError("name a path and its value", showsUsage: true) }
    // Without a value --type null says it all.
    if words.count % 2 == 1, !(type == .null && words.count == 1) {
      throw UsageError("the path '\(words[words.count - 1])' has no value", showsUsage: true)
    }
    if words.enumerated().count(where: { $0 % 2 == 1 && $1 == "-" }) > 1 {
      throw UsageError("standard input can be one value only")
    }
  }

  func run(_ console: Console) throws {
    let session = Session(console, global)
    let items = try from.map { try edit.items(from: $0, session) } ?? items(session)
    let outcome = try edit.run(session, sync, items.map(\.binding)) { try $0.set(items, all: all, isStrict: strict) }
    try edit.report(outcome, "set", console)
  }

  private func items(_ session: Session) throws -> [EditItem] {
    // A path that makes no sense is said so before anything is read.
    let bindings = try stride(from: 0, to: words.count, by: 2).map { try Binding(parsing: words[$0]) }
    return try bindings.enumerated().map { number, binding in
      let word = words.indices.contains(number * 2 + 1) ? words[number * 2 + 1] : ""
      let text = word == "-" ? try session.standardText("the value") : word
      return EditItem(binding, type.map { .typed(text, $0) } ?? .text(text))
    }
  }
}
