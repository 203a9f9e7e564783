import CommandKit
import OKitModels

/// The names of some models, or all models.
struct ModelArguments: ParsableArguments {
  @Argument(help: "The models.", valueName: "model", completion: .workspace(.models))
  var models: [String] = []
  @Flag(.long, help: "Use all models.")
  var all: Bool

  func validate() throws {
    if models.isEmpty && !all { throw UsageError("missing model; use --all for all models", showsUsage: true) }
    if !models.isEmpty && all { throw UsageError("--all and named models cannot be used together", showsUsage: true) }
  }

  var selection: ModelConversion.Selection { get throws { try names.map { .named($0) } ?? .all } }

  /// The named models; nil for all.
  var names: [ModelName]? { get throws { all ? nil : try models.uniqueModelNames() } }
}

extension [String] {
  /// Returns the names without duplicates.
  func uniqueModelNames() throws -> [ModelName] {
    var seen: Set<ModelName> = []
    return try map { try ModelName($0) }.filter { seen.insert($0).inserted }
  }
}
