import CommandKit
import JSONDocument
import OKitModels

struct ModelListCommand: Command {
  static let configuration = CommandConfiguration(
    "list",
    abstract: "List the models and their classes.",
    discussion: """
      Lists the models that are stored, listed in okit.json or registered by the definitions. Reads no model; 'okit \
      status' shows which ones open.
      """,
    examples: [
      Example("okit model list", "list the models with class, kind and form"),
      Example("okit model list --json", "list the models for a script"),
    ])

  @OptionGroup var past: PastOptions
  @OptionGroup var keys: KeyOptions
  @OptionGroup var global: GlobalOptions

  func run(_ console: Console) throws {
    let session = Session(console, global)
    let models = try ModelListing(session.localWorkspace(keys, past)).models
    if console.json {
      return try console.writeJSON { writer in
        writer.array("models") { writer in
          for model in models {
            writer.object { writer in
              writer.member("name", model.name.description)
              writer.member("class", model.className)
              writer.member("kind", model.kind?.rawValue)
              writer.member("form", model.form?.rawValue)
              writer.member("stored", model.isStored)
              writer.member("defined", model.isDefined)
            }
          }
        }
      }
    }
    guard !models.isEmpty else { return console.note("no models; run 'okit model create NAME' to create one") }
    var table = TextTable([
      .init("MODEL", cutting: .never), .init("CLASS", cutting: .never), .init("KIND"), .init("STORED"),
      .init("DEFINED"),
    ])
    for model in models {
      table.add([
        model.name.description, model.className ?? "-", model.kind?.rawValue ?? "-",
        model.form?.rawValue ?? (model.isStored ? "?" : "-"), model.isDefined ? "yes" : "no",
      ])
    }
    try table.write(to: console)
    if models.contains(where: { !$0.isDefined && $0.isStored }) {
      console.hint("run 'okit model infer NAME' to infer the classes from a model's data")
    }
  }
}
