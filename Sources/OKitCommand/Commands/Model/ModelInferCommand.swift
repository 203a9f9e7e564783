import CommandKit
import Definitions
import JSONDocument
import OKitModels
import OKitStorage

struct ModelInferCommand: Command {
  static let configuration = CommandConfiguration(
    "infer",
    abstract: "Infer Swift classes from the data of models.",
    discussion: """
      Reads models with their partials and infers their classes. Entities are recognized by their property names and \
      shape, and references, images and data by their keys. A number is taken as a date if its name and its size fit. \
      A property that is missing or null in some objects is optional. Models inferred by one command share classes. \
      The data conforms to the inferred classes; comments mark the parts that are guesses.
      """,
    examples: [
      Example("okit model infer directory", "print the classes of a model"),
      Example("okit model infer --all --write", "write the classes of all models to okit/model/Models.swift"),
      Example("okit model infer default --class Shop > Shop.swift", "choose the name of the model's class"),
    ])

  @OptionGroup var models: ModelArguments
  @Option(
    .customLong("class"), help: "The root class of a single model. (default: derived from its name)", valueName: "class"
  )
  var className: String?
  @Flag(.long, help: "Write the classes to okit/model, and record them in okit.json.")
  var write: Bool
  @Flag(.customShort("n"), .customLong("dry-run"), help: "With --write: show which file would be written.")
  var dryRun: Bool
  @OptionGroup var keys: KeyOptions
  @OptionGroup var global: GlobalOptions

  func validate() throws {
    guard let className else { return }
    if models.all || models.models.count != 1 { throw UsageError("--class needs exactly one model", showsUsage: true) }
    if !SwiftIdentifier.isValid(className) {
      throw UsageError("'\(Console.printable(className))' is not a valid class name")
    }
  }

  func run(_ console: Console) throws {
    let session = Session(console, global)
    let workspace = try session.workspace(keys, dryRun: dryRun)
    let inference = WorkspaceInference(workspace)
    let names = models.all ? try workspace.storedModels() : try models.models.uniqueModelNames()
    var classNames: [ModelName: String] = [:]
    if let className, let name = names.first { classNames[name] = className }
    if write {
      let path = try inference.write(names, classNames: classNames)
      if console.json {
        return try console.writeJSON { writer in
          writer.member("definition", path)
          writer.member("dryRun", dryRun)
        }
      }
      if dryRun { return console.note("would write \(path)") }
      try console.writeResult(path.text)
      return console.suggest("run 'okit model list' to see the classes, and 'okit check' to compare the data with them")
    }
    let definitions = try inference.definitions(of: names, classNames: classNames)
    let root = names.count == 1 ? definitions.registrations.first?.className : nil
    let source = SwiftWriter(definitions, registrationFunction: "register\(root ?? "Models")").text
    try console.standardOutput.write(console.shown(source))
  }
}
