import CommandKit
import JSONDocument
import OKitBackups
import OKitData
import OKitModels
import OKitStorage

struct ModelCreateCommand: Command {
  static let configuration = CommandConfiguration(
    "create",
    abstract: "Make a model: its Swift class and its first data.",
    discussion: """
      Writes a Swift class to okit/model, the model's first data to okit/data, and class and kind to okit.json. A property is written as \
      in Swift, NAME:TYPE or NAME:TYPE=DEFAULT; id comes by itself, and classes that are named but not there yet are made with nothing but \
      an id. A class that is there already is taken as it is, and then properties are not given.
      """,
    examples: [
      Example(
        "okit model create magazines 'name:String' 'issues:[Issue]' --encrypted",
        "a class Magazines, and a class Issue to go on with"),
      Example(
        "okit model create prices 'currency:String=EUR' 'list:[String: Double]'", "with a default and a dictionary"),
      Example("okit model create directory --class Directory", "the first data of a class that the app has"),
    ])

  @Argument(help: "The model.", valueName: "name")
  var name: String
  @Argument(
    help: "The properties of its class.", valueName: "property:type[=default]", completion: .workspace(.properties))
  var properties: [String] = []
  @Option(
    .customLong("class"), help: "The class. (default: after the model's name)", valueName: "class",
    completion: .workspace(.modelClasses))
  var className: String?
  @Flag(.long, help: "Of an encrypted kind.")
  var encrypted: Bool
  @Flag(.customShort("n"), .customLong("dry-run"), help: "Only say what would be done.")
  var dryRun: Bool
  @OptionGroup var keys: KeyOptions
  @OptionGroup var global: GlobalOptions

  func run(_ console: Console) throws {
    let session = Session(console, global)
    // What makes no sense is said so before anything is looked for.
    let request = ModelCreation.Request(
      name: try Self.modelName(name), properties: try properties.map { try NewProperty(parsing: $0) },
      className: className, isEncrypted: encrypted)
    let workspace = try session.workspace(keys)
    let outcome = try ModelCreation(workspace)
      .create(request, dryRun: dryRun)
    if outcome.data != nil, outcome.kind.isEncrypted, workspace.configuration?.cipher == .age {
      try session.warnIfForOthers(workspace)
    }
    if console.json {
      return try console.writeJSON { writer in
        writer.member("name", name)
        writer.member("class", outcome.className)
        writer.member("kind", outcome.kind.rawValue)
        writer.member("definition", outcome.definition)
        writer.member("data", outcome.data)
        writer.member("dryRun", dryRun)
      }
    }
    if outcome.data == nil {
      console.note("model \(name) is \(outcome.kind.rawValue): \(Self.place(of: outcome.kind)), so it has no file here")
    }
    if dryRun {
      for path in [outcome.definition, outcome.data].compactMap({ $0 }) { console.note("\(path) would be written") }
      return
    }
    try console.writeResult(name)
    if let path = outcome.definition { console.note("\(path): class \(outcome.className)") }
    if let path = outcome.data { console.note("\(path): its first data") }
    guard outcome.data != nil else { return }
    console.suggest("'okit get . -m \(ShellWord.quoted(name))' shows them, 'okit set' and 'okit add' fill them")
  }

  /// Says where a model without a file keeps its data.
  private static func place(of kind: ModelKind) -> String {
    kind == .transient ? "the app makes it at each start and stores nothing" : "the app stores it at its endpoint"
  }

  private static func modelName(_ text: String) throws -> ModelName {
    do {
      return try ModelName(text)
    } catch let error as OKitError {
      throw UsageError(error.message)
    }
  }
}
