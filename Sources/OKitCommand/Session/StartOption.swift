import Bindings
import CommandKit
import OKit

/// The model that paths start in which do not name one.
struct StartOption: ParsableArguments {
  @Option(.shortAndLong, help: "The model that paths start in.", valueName: "model", completion: .workspace(.models))
  var model: String?

  var name: ModelName {
    get throws { try model.map { try ModelName($0) } ?? .default }
  }
}
