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
      The type of a value comes from the definition, otherwise from the existing value. A string is stored as given, \
      and a number with the digits as typed. A date is 2026-01-31, 2026-01-31T08:30:00Z, now or the seconds that \
      --json prints (see okit-bindings(7)). The value of an enumeration is the name of a case, and the value of a \
      reference is the id of an existing entity. To refer to an entity that is added later, write {"refKey": ID}. If \
      no entity has the id in a refKey, okit warns; with --strict, that is an error. A value of the wrong type is an \
      error, unless --type names another type. With --type null, give only the path, without a value: a string becomes \
      empty, and any other value is removed. The value '-' is read from standard input, without the last line feed. \
      Several values are set in one step, all or none, and each path sees the values set before it. --from reads lines \
      of JSON, as 'okit get --lines' prints them. A path can go through references and partials into other files; in \
      those files, too, nothing but the value changes.
      """,
    examples: [
      Example("okit set 'books[0]/price' 12.50", "set one value"),
      Example("okit set name Books 'books[name=Solaris]/marked' true", "set two values in one step"),
      Example("okit set --all 'books[*]/marked' false", "set a value of every book"),
      Example(
        "okit get --lines 'books[*]/price' | jq -c '.value += 1' | okit set --from -",
        "change many values with another program"),
    ])

  @Argument(
    help: "A path and its new value; can be repeated.", valueName: "path value", completion: .workspace(.edits))
  var words: [String] = []
  @Option(.long, help: "The type of the values.", valueName: "type")
  var type: ValueType?
  @Option(.long, help: "Read lines with path and value; '-' is standard input.", valueName: "file", completion: .file)
  var from: String?
  @Flag(.long, help: "Set all values that a path matches.")
  var all: Bool
  @Flag(.long, help: "Treat the refKey of a missing entity as an error instead of a warning.")
  var strict: Bool
  @OptionGroup var sync: SyncOption
  @OptionGroup var edit: EditOptions
  @OptionGroup var global: GlobalOptions

  func validate() throws {
    if from != nil, !words.isEmpty || type != nil {
      throw UsageError("--from cannot be used with a path, a value or --type", showsUsage: true)
    }
    if from == nil, words.isEmpty { throw UsageError("missing path and value", showsUsage: true) }
    if type == .null {
      guard words.count <= 1 else { throw UsageError("--type null takes one path and no value", showsUsage: true) }
    } else if words.count % 2 == 1 {
      throw UsageError("missing value for the path '\(words[words.count - 1])'", showsUsage: true)
    }
    if words.enumerated().count(where: { $0 % 2 == 1 && $1 == "-" }) > 1 {
      throw UsageError("only one value can come from standard input")
    }
  }

  func run(_ console: Console) throws {
    let session = Session(console, global)
    let items = try from.map { try edit.items(from: $0, session) } ?? items(session)
    let workspace = try edit.workspace(session)
    let outcome = try session.explaining(items.map(\.binding), in: workspace) {
      try workspace.edit("set", model: edit.start.name, syncsPartials: !sync.noSync, isStrict: strict) {
        try $0.set(items, all: all)
      }
    }
    try edit.report(outcome, "set", console)
  }

  private func items(_ session: Session) throws -> [EditItem] {
    // A malformed path is reported before anything is read.
    let bindings = try stride(from: 0, to: words.count, by: 2).map { try Binding(parsing: words[$0]) }
    return try bindings.enumerated().map { number, binding in
      let word = words.indices.contains(number * 2 + 1) ? words[number * 2 + 1] : ""
      let text = word == "-" ? try session.standardText("the value") : word
      return EditItem(binding, type.map { .typed(text, $0) } ?? .text(text))
    }
  }
}
