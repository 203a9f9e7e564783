import CommandKit
import OKitModels

/// Models named one by one, or all of them.
struct ModelArguments: ParsableArguments {
  @Argument(help: "The models.", valueName: "model", completion: .workspace(.models))
  var models: [String] = []
  @Flag(.long, help: "All models.")
  var all: Bool

  func validate() throws {
    if models.isEmpty && !all { throw UsageError("name a model, or give --all", showsUsage: true) }
    if !models.isEmpty && all { throw UsageError("--all and named models exclude each other", showsUsage: true) }
  }

  var selection: ModelConversion.Selection {
    get throws { all ? .all : .named(try models.uniqueModelNames()) }
  }
}

extension [String] {
  /// The names, each once.
  func uniqueModelNames() throws -> [ModelName] {
    var seen: Set<ModelName> = []
    return try map { try ModelName($0) }.filter { seen.insert($0).inserted }
  }
}
