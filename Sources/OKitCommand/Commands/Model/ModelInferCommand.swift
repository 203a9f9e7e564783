import CommandKit
import Definitions
import JSONDocument
import OKit

struct ModelInferCommand: Command {
  static let configuration = CommandConfiguration(
    "infer",
    abstract: "Write the Swift classes that a model's data suggest.",
    discussion: """
      Reads a model with its partials and guesses its classes: entities by the names of properties and by shape, what is absent or null \
      somewhere as optional, dates where the name says so and the numbers fit, references, images and data by their keys. The data have no \
      error under what comes out; what they cannot tell is noted there.
      """,
    examples: [
      Example("okit model infer directory", "look at it first"),
      Example("okit model infer directory --write", "as okit/model/Directory.swift"),
      Example("okit model infer default --class Shop > Shop.swift", "with a name for its class"),
    ])

  @Argument(help: "The model.", valueName: "model", completion: .custom("models"))
  var name: String
  @Option(.customLong("class"), help: "The class of its root. (default: after the model's name)", valueName: "class")
  var className: String?
  @Flag(.long, help: "Write it to okit/model, and record the class in okit.json.")
  var write: Bool
  @OptionGroup var keys: KeyOptions
  @OptionGroup var global: GlobalOptions

  func run(_ console: Console) throws {
    let session = Session(console, global)
    if let className, !SwiftIdentifier.isOne(className) {
      throw UsageError("'\(Console.printable(className))' cannot be the name of a class")
    }
    let workspace = try session.workspace()
    let keyring = try session.keyring(keys, for: workspace)
    let inference = WorkspaceInference(workspace, keyring: keyring)
    let model = try ModelName(name)
    guard write else {
      let text = try inference.swift(of: model, className: className, patience: session.patience)
      return try console.standardOutput.write(text)
    }
    let path = try inference.write(model, className: className, patience: session.patience)
    if console.json { return try console.writeJSON { $0.member("definition", path) } }
    try console.writeResult(path)
  }
}
