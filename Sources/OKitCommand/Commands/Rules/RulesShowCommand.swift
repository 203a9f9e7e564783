import CommandKit
import JSONDocument
import OKitModels
import OKitStorage
import Rules

struct RulesShowCommand: Command {
  static let configuration = CommandConfiguration(
    "show",
    abstract: "Print the rules of a class as JSON Schema.",
    discussion: """
      Prints what okit/rules/CLASS.json contains. If the class also has rules in comments of its Swift source, or \
      derives from a class with rules, the schema has all of them in allOf. 'okit model schema' prints the rules \
      together with the types of the properties.
      """,
    examples: [Example("okit rules show Book", "print the rules of a class")])

  @Argument(help: "The class.", valueName: "class", completion: .workspace(.classes))
  var name: String
  @OptionGroup var keys: KeyOptions
  @OptionGroup var global: GlobalOptions

  func run(_ console: Console) throws {
    let session = Session(console, global)
    let rules = try session.workspace(keys).readRules()
    if let rules { _ = try rules.classes.requiredClass(name) }
    guard let sources = rules?.ofClass[name] else {
      throw OKitError(
        .notFound, "no rules for the class \(PathComponent.printable(name))",
        remedy: .words("write \(RuleFiles.path(of: name)), or run 'okit rules infer \(ShellWord.operands(name))'"))
    }
    var writer = JSONWriter(pretty: true)
    if sources.count == 1 {
      writer.element(sources[0].schema.json)
    } else {
      writer.object { $0.array("allOf", of: sources.map(\.schema.json)) }
    }
    try console.writeEscaped(json: writer.bytes)
    try console.standardOutput.writeLine()
  }
}
