import CommandKit
import JSONDocument
import OKitChecks
import OKitModels
import OKitStorage

struct RulesInferCommand: Command {
  static let configuration = CommandConfiguration(
    "infer",
    abstract: "Propose rules that the data conforms to.",
    discussion: """
      Proposes bounds of numbers, formats and patterns of texts, properties that are always present, and values that \
      are unique in their model. Read the rules before you use them: they describe the data of today, which need not \
      be all that is valid. With one class, prints the content of okit/rules/CLASS.json; with several, an object with \
      the rules of each.
      """,
    examples: [
      Example("okit rules infer Book", "print rules for a class"),
      Example("okit rules infer --write", "write the rules of all classes that have none to okit/rules"),
    ])

  @Argument(help: "Only these classes.", valueName: "class", completion: .workspace(.classes))
  var classes: [String] = []
  @Flag(.long, help: "Write okit/rules/CLASS.json for classes that have no such file.")
  var write: Bool
  @Flag(.customShort("n"), .customLong("dry-run"), help: "With --write: show which files would be written.")
  var dryRun: Bool
  @OptionGroup var keys: KeyOptions
  @OptionGroup var global: GlobalOptions

  func run(_ console: Console) throws {
    let workspace = try Session(console, global).workspace(keys, dryRun: dryRun)
    let rules = try RuleInference(workspace).rules(for: classes)
    if write {
      let written = try RuleFiles.write(rules, in: workspace)
      if console.json {
        return try console.writeJSON { writer in
          writer.array("files", of: written)
          writer.member("dryRun", dryRun)
        }
      }
      if dryRun || written.isEmpty {
        return console.note(written.isEmpty ? "nothing to write" : "would write \(list(written.map(\.text)))")
      }
      for path in written { try console.writeResult(path.text) }
      return console.suggest("read the rules and correct them; 'okit rules list' shows them all")
    }
    if console.json {
      return try console.writeJSON { writer in
        for (name, json) in rules { writer.member(name, try JSONDocument(parsing: JSONBytes(json)).root) }
      }
    }
    guard !rules.isEmpty else { return console.note("the data suggests no rules") }
    if rules.count == 1, classes.count == 1 {
      return try console.writeEscaped(json: rules[0].json)
    }
    var writer = JSONWriter(pretty: true)
    try writer.object { writer in
      for (name, json) in rules { writer.member(name, try JSONDocument(parsing: JSONBytes(json)).root) }
    }
    try console.writeEscaped(json: writer.bytes)
    try console.standardOutput.writeLine()
  }
}
