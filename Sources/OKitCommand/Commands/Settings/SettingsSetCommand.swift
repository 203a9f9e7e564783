import CommandKit
import JSONDocument
import OKitEditing
import OKitModels
import OKitStorage

struct SettingsSetCommand: Command {
  static let configuration = CommandConfiguration(
    "set",
    abstract: "Change a setting of the app.",
    discussion: """
      Turning encryption off stores every model of an encrypted kind as plain text, as the framework does. Turning it \
      on encrypts these models again, each with its previous cipher. Both include partials and attachments, and change \
      all models or none. The kinds stay the same. For a model whose previous cipher is not recorded, okit uses the \
      workspace's cipher, or okit-cbc if the app's key is available and no file is encrypted with age. A timeout is \
      given in minutes or by name.
      """,
    examples: [
      Example("okit settings set darkMode on", "use the dark theme"),
      Example("okit settings set encryption off", "store every model as plain text"),
      Example("okit settings set protectionTimeout 10", "protect the app after ten minutes"),
    ])

  @Argument(help: "The setting.", valueName: "setting", completion: .values(SettingsEdit.names))
  var name: String
  @Argument(help: "Its new value.", valueName: "value", completion: .workspace(.settingValues))
  var value: String
  @Option(
    .long, help: "The cipher to encrypt with; by default each model's previous cipher.",
    valueName: "cipher")
  var cipher: Configuration.Cipher?
  @Flag(.customShort("n"), .customLong("dry-run"), help: "Show what would happen, and change nothing.")
  var dryRun: Bool
  @OptionGroup var rules: RuleOptions
  @OptionGroup var keys: KeyOptions
  @OptionGroup var global: GlobalOptions

  func run(_ console: Console) throws {
    let session = Session(console, global)
    let workspace = try session.workspace(keys, dryRun: dryRun)
    rules.apply(to: workspace)
    let outcome = try SettingsEdit(workspace)
      .set(name, to: value, cipher: cipher)
    if console.json {
      return try console.writeJSON { writer in
        writer.member("model", outcome.model.description)
        writer.member("setting", name)
        writer.member("changed", outcome.isChanged)
        writer.array("models") { writer in
          for converted in outcome.converted {
            writer.object { writer in
              writer.member("name", converted.name.description)
              writer.member("files", converted.files)
              writer.member("form", converted.form?.rawValue)
            }
          }
        }
        writer.member("dryRun", dryRun)
      }
    }
    if !outcome.converted.isEmpty {
      let verb = outcome.json == "true" ? "encrypted" : "decrypted"
      try ConversionReport(verb: verb, dryRun: dryRun).write(outcome.converted, console)
    }
    console.note(
      outcome.isChanged
        ? "\(dryRun ? "would set" : "set") \(name) of \(outcome.model) to \(value)" : "\(name) is already \(value)")
  }
}
