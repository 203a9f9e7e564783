import CommandKit
import Definitions
import JSONDocument
import OKitModels
import OKitStorage

struct ModelInferCommand: Command {
  static let configuration = CommandConfiguration(
    "infer",
    abstract: "Write the Swift classes that the data of models suggest.",
    discussion: """
      Reads models with their partials and guesses their classes: entities by the names of properties and by shape, what is absent or null \
      somewhere as optional, dates where the name says so and the numbers fit, references, images and data by their keys. Models that are \
      named together share classes. The data have no error under what comes out; what they cannot tell is noted there.
      """,
    examples: [
      Example("okit model infer directory", "look at it first"),
      Example("okit model infer --all --write", "as okit/model/Models.swift"),
      Example("okit model infer default --class Shop > Shop.swift", "with a name for its class"),
    ])

  @OptionGroup var models: ModelArguments
  @Option(
    .customLong("class"), help: "The class of its root, of one model. (default: after its name)", valueName: "class")
  var className: String?
  @Flag(.long, help: "Write it to okit/model, and record the classes in okit.json.")
  var write: Bool
  @Flag(.customShort("n"), .customLong("dry-run"), help: "With --write: only say what would be written.")
  var dryRun: Bool
  @OptionGroup var keys: KeyOptions
  @OptionGroup var global: GlobalOptions

  func validate() throws {
    guard let className else { return }
    if models.all || models.models.count != 1 { throw UsageError("--class is for one model", showsUsage: true) }
    if !SwiftIdentifier.isOne(className) {
      throw UsageError("'\(Console.printable(className))' cannot be the name of a class")
    }
  }

  func run(_ console: Console) throws {
    let session = Session(console, global)
    let workspace = try session.workspace(keys)
    let inference = WorkspaceInference(workspace)
    let names = models.all ? try workspace.storedModels() : try models.models.uniqueModelNames()
    var classNames: [ModelName: String] = [:]
    if let className, let name = names.first { classNames[name] = className }
    if write {
      let path = try inference.write(names, classNames: classNames, dryRun: dryRun)
      if console.json {
        return try console.writeJSON { writer in
          writer.member("definition", path)
          writer.member("dryRun", dryRun)
        }
      }
      if dryRun { return console.note("\(path) would be written") }
      try console.writeResult(path)
      return console.suggest("'okit model list' shows the classes, 'okit check' compares the data with them")
    }
    let definitions = try inference.definitions(of: names, classNames: classNames)
    let root = names.count == 1 ? definitions.registrations.first?.className : nil
    let source = SwiftWriter(definitions, registrationFunction: "register\(root ?? "Models")").text
    try console.standardOutput.write(console.shown(source))
  }
}
