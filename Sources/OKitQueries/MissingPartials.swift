import Definitions
import OKitModels
import OKitStorage

extension EntityStore {
  /// Warns of the partials of a model that have no file. `consequence` says what is missing because of it.
  ///
  /// - Parameter targets: The classes of the objects that matter. A partial without them is not missed. Nil for all classes.
  func warnOfMissingPartials(
    of model: ModelName, leadingTo targets: Set<String>?, _ classes: EntityClasses, _ consequence: String
  ) throws {
    guard let root = classes.workspace.rootClass(of: model) else { return }
    let reachable = ClassReachability(from: [root.name], in: classes.definitions)
    let leading = targets.map(reachable.classes)
    // Most models can have none, and finding them takes as long as reading the model.
    let mayMiss = reachable.classNames.contains { name in
      classes.definitions.classes[name]?.partialEntity.map { leading?.contains($0.className) ?? true } ?? false
    }
    guard mayMiss else { return }
    let missing = try missingPartials(of: model)
    guard let path = EntityPaths.paths(of: Array(missing.prefix(1)), classes).first else { return }
    let others = missing.count > 1 ? " and \(missing.count - 1) more" : ""
    workspace.observer.warned(
      "the file of the partial \(PathComponent.printable(path))\(others) is missing; \(consequence)")
  }
}
