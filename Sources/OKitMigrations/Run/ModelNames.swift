import Definitions
import JSONDocument
import OKitModels
import OKitStorage

/// The names of models in the app's sources, which can differ from those of their data.
struct ModelNames {
  private let definitions: WorkspaceDefinitions
  private let applied: AppliedDefinitions
  private let registered: [ModelName]
  private let stored: Set<ModelName>

  init(_ definitions: WorkspaceDefinitions, _ applied: AppliedDefinitions, stored: [ModelName]) {
    self.definitions = definitions
    self.applied = applied
    self.stored = Set(stored)
    registered = definitions.definitions.registrations.compactMap { try? ModelName($0.modelName) }
  }

  /// Returns the new name of a model from an answer or a pending migration, otherwise its own.
  func newName(of name: ModelName, _ pending: [MigrationFile], _ answers: MigrationAnswers) throws -> ModelName {
    let last = pending.reduce(name) { $1.newName(of: $0) }
    guard let answer = answers.name(of: "\(last):") else {
      try requireFree(last, for: name)
      return last
    }
    let new = try ModelName(answer.withoutSuffix(":") ?? answer)
    try requireFree(new, for: name)
    guard definitions.rootClass(of: new) != nil else {
      throw OKitError(
        .configuration, "the definitions register no model \(new)",
        remedy: .candidates(registered.map(\.description), insteadOf: new.description))
    }
    return new
  }

  private func requireFree(_ new: ModelName, for name: ModelName) throws {
    guard new == name || !stored.contains(new) else { throw OKitError(.exists, "model \(new) already exists") }
  }

  /// Returns the possible new names of a model that is no longer registered: registered models of its class without data.
  func candidates(for name: ModelName) -> [ModelName] {
    guard !registered.isEmpty, !registered.contains(name), let className = applied.models[name]?.snapshot.className
    else { return [] }
    return registered.filter { candidate in
      guard !stored.contains(candidate), let root = definitions.rootClass(of: candidate) else { return false }
      return root.name == className || root.formerName == className
    }
  }
}
