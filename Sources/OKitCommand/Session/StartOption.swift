import Bindings
import CommandKit
import OKitModels

/// The model that paths start in which do not name one.
struct StartOption: ParsableArguments {
  @Option(
    .shortAndLong, help: "The model that paths start in. (default: the model 'default', or the only one)",
    valueName: "model", completion: .workspace(.models))
  var model: String?

  /// The model that was named; nil leaves it to the workspace.
  var name: ModelName? {
    get throws { try model.map { try ModelName($0) } }
  }
}
