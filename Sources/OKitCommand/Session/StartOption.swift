import Bindings
import CommandKit
import OKitModels

/// The option for the model of paths that name none.
struct StartOption: ParsableArguments {
  @Option(
    .shortAndLong, help: "The model that paths start in. (default: the model 'default', or the only one)",
    valueName: "model", completion: .workspace(.models))
  var model: String?

  /// The given model; nil means the workspace's default.
  var name: ModelName? {
    get throws { try model.map { try ModelName($0) } }
  }
}
