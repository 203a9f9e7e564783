import CommandKit
import Definitions
import JSONDocument
import OKitModels

struct ModelSchemaCommand: Command {
  static let configuration = CommandConfiguration(
    "schema",
    abstract: "Print the JSON Schema of a model.",
    discussion: """
      Prints a JSON Schema (draft 2020-12) that the model's data conforms to. Partials are separate documents; the \
      classes of their entities are in $defs. Without a definition, the schema is inferred from the data. The rules of \
      a class (see 'okit help rules') are in its allOf, so a validator reports what 'okit check' reports, except what \
      only okit's own keywords express.
      """,
    examples: [
      Example("okit model schema directory > directory.schema.json", "write a schema for check-jsonschema and editors")
    ])

  @Argument(help: "The model.", valueName: "model", completion: .workspace(.models))
  var name: String
  @OptionGroup var past: PastOptions
  @OptionGroup var keys: KeyOptions
  @OptionGroup var global: GlobalOptions

  func run(_ console: Console) throws {
    let session = Session(console, global)
    let workspace = try session.workspace(keys, past)
    let outline = try ModelOutline(
      of: ModelName(name), in: workspace)
    let rules = try workspace.readRules()?.schemaTexts ?? [:]
    let schema = JSONSchemaWriter(
      outline.definitions, className: outline.className, title: name, rules: rules)
    try console.writeEscaped(json: schema.json(pretty: true))
    try console.standardOutput.writeLine()
    if outline.origin == .data { console.note("\(outline.name) has no definition; inferred this from its data") }
  }
}
