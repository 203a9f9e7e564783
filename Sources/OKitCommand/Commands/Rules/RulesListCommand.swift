import CommandKit
import JSONDocument
import OKitModels
import Rules

struct RulesListCommand: Command {
  static let configuration = CommandConfiguration(
    "list",
    abstract: "List the rules of classes.",
    discussion:
      "A class also has the rules of the classes that it derives from, which are listed with their own class.",
    examples: [
      Example("okit rules list", "list the rules of all classes"),
      Example("okit rules list Book --json", "list the rules of one class for a script"),
    ])

  @Argument(help: "Only rules of these classes.", valueName: "class", completion: .workspace(.classes))
  var classes: [String] = []
  @OptionGroup var keys: KeyOptions
  @OptionGroup var global: GlobalOptions

  func run(_ console: Console) throws {
    let rules = try Session(console, global).workspace(keys).readRules()
    for name in classes { _ = try rules?.classes.requiredClass(name) }
    let all = (rules?.ofClass ?? [:]).sorted { $0.key < $1.key }.flatMap { name, sources in
      sources.filter { $0.className == name }.flatMap { source in source.schema.listed.map { (name, $0) } }
    }
    let listed = all.filter { classes.isEmpty || classes.contains($0.0) }
    if console.json { return try writeJSON(listed, console) }
    guard !listed.isEmpty else { return console.note("no rules") }
    var table = TextTable([
      .init("CLASS", cutting: .never), .init("PROPERTY", cutting: .never), .init("RULE"), .init("PLACE"),
    ])
    for (name, rule) in listed {
      let value = rule.json.kind == .bool && rule.json.bool == true ? "" : " \(rule.json.rawText)"
      let severity = rule.severity == .warning ? " (warning)" : ""
      table.add([name, rule.property, "\(rule.keyword)\(value)\(severity)", rule.place])
    }
    try table.write(to: console)
  }

  private func writeJSON(_ rules: [(String, ListedRule)], _ console: Console) throws {
    try console.writeJSON { writer in
      writer.array("rules") { writer in
        for (name, rule) in rules {
          writer.object { writer in
            writer.member("class", name)
            writer.member("property", rule.property)
            writer.member("keyword", rule.keyword)
            writer.member("value", rule.json)
            writer.member("severity", rule.severity.rawValue)
            writer.member("place", rule.place)
          }
        }
      }
    }
  }
}

extension ListedRule {
  /// The place of the rule: `okit/rules/Book.json:4:20`.
  fileprivate var place: String {
    let place = source.position(of: json)
    return "\(source.path):\(place.line):\(place.column)"
  }
}
