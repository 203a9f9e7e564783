import Definitions
import OKitModels
import OKitStorage

extension EntityStore {
  /// Warns of the partials of a model that have no file. `consequence` says what is missing because of it.
  ///
  /// - Parameter className: The class of the objects that a partial must lead to, so that it matters; nil for any.
  func warnOfMissingPartials(
    of model: ModelName, leadingTo className: String? = nil, _ classes: EntityClasses, _ consequence: String
  ) throws {
    func leads(from name: String) -> Bool {
      className.map { ClassReachability(from: [name], in: classes.definitions).classNames.contains($0) } ?? true
    }
    // Most models can have none, and finding them takes as long as reading the model.
    guard let root = classes.workspace.rootClass(of: model),
      ClassReachability(from: [root.name], in: classes.definitions).classNames.contains(where: {
        classes.definitions.classes[$0]?.partialEntity.map { leads(from: $0.className) } ?? false
      })
    else { return }
    let missing = try missingPartials(of: model)
    guard let path = EntityPaths.paths(of: Array(missing.prefix(1)), classes).first else { return }
    let others = missing.count > 1 ? " and \(missing.count - 1) more" : ""
    workspace.observer.warned(
      "the file of the partial \(PathComponent.printable(path))\(others) is missing; \(consequence)")
  }
}
