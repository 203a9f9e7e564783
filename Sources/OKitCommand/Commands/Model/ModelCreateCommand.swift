import CommandKit
import JSONDocument
import OKitBackups
import OKitData
import OKitModels
import OKitRemote
import OKitStorage

struct ModelCreateCommand: Command {
  static let configuration = CommandConfiguration(
    "create",
    abstract: "Create a model: its Swift class and its initial data.",
    discussion: """
      Writes a Swift class to okit/model, the model's initial data to okit/data, and its class and kind to okit.json. \
      Properties are written as in Swift, NAME:TYPE or NAME:TYPE=DEFAULT. The id is added automatically, and unknown \
      classes in the types are created with only an id. If the class already exists, give no properties; okit uses \
      it unchanged.
      """,
    examples: [
      Example(
        "okit model create magazines 'name:String' 'issues:[Issue]' --encrypted",
        "create a class Magazines, and a class Issue with only an id"),
      Example(
        "okit model create prices 'currency:String=EUR' 'list:[String: Double]'",
        "create a property with a default, and a dictionary"),
      Example("okit model create directory --class Directory", "create the initial data of an existing class"),
    ])

  @Argument(help: "The model.", valueName: "name")
  var name: String
  @Argument(
    help: "The properties of its class.", valueName: "property:type[=default]", completion: .workspace(.properties))
  var properties: [String] = []
  @Option(
    .customLong("class"), help: "The class. (default: derived from the model's name)", valueName: "class",
    completion: .workspace(.modelClasses))
  var className: String?
  @Flag(.long, help: "Create an encrypted model.")
  var encrypted: Bool
  @Flag(.customShort("n"), .customLong("dry-run"), help: "Show what would happen, and change nothing.")
  var dryRun: Bool
  @OptionGroup var hooks: HookOptions
  @OptionGroup var keys: KeyOptions
  @OptionGroup var global: GlobalOptions

  func run(_ console: Console) throws {
    let session = Session(console, global)
    // Malformed arguments are reported before anything is read.
    var request = ModelCreation.Request(
      name: try Self.modelName(name), properties: try properties.map { try NewProperty(parsing: $0) },
      className: className, isEncrypted: encrypted)
    let workspace = try session.localWorkspace(keys, dryRun: dryRun)
    hooks.apply(to: workspace)
    let remote = session.remoteModels(workspace)
    let creation = ModelCreation(workspace)
    let isRemote = try creation.kind(of: request).isRemote && remote.hasEndpoint(of: request.name)
    request.copiesRemote = isRemote
    let outcome =
      try isRemote
      ? remote.creating(request.name) { try creation.create(request) } : creation.create(request)
    if outcome.data != nil, outcome.kind.isEncrypted, workspace.configuration?.cipher == .age {
      try session.warnIfForOthers(workspace, keys)
    }
    if console.json {
      return try console.writeJSON { writer in
        writer.member("name", name)
        writer.member("class", outcome.className)
        writer.member("kind", outcome.kind.rawValue)
        writer.member("definition", outcome.definition)
        writer.member("data", isRemote ? nil : outcome.data)
        writer.member("dryRun", dryRun)
      }
    }
    if outcome.data == nil {
      console.note("model \(name) is \(outcome.kind.rawValue) and has no file: \(Self.place(of: outcome.kind))")
    }
    if dryRun {
      for path in [outcome.definition, isRemote ? nil : outcome.data].compactMap({ $0 }) {
        console.note("would write \(path)")
      }
      return
    }
    try console.writeResult(name)
    if let path = outcome.definition { console.note("wrote class \(outcome.className) to \(path)") }
    if isRemote {
      console.note("sent the initial data to the server")
    } else if let path = outcome.data {
      console.note("wrote the initial data to \(path)")
    }
    guard outcome.data != nil else { return }
    console.suggest(
      "run 'okit get \(ShellWord.operands(name + ":"))' to print the data, and 'okit set' or 'okit add' to change it")
  }

  /// Returns where a model without a file keeps its data.
  private static func place(of kind: ModelKind) -> String {
    kind == .transient ? "the app creates it at each start and does not store it" : "the app stores it at its endpoint"
  }

  private static func modelName(_ text: String) throws -> ModelName {
    do {
      return try ModelName(new: text)
    } catch let error as OKitError {
      throw UsageError(error.message)
    }
  }
}
