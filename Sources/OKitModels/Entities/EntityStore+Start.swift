import OKitStorage

/// The model of paths that do not name one.
extension EntityStore {
  /// Returns `model` if it is not nil, and otherwise the model `default`. If no model has that name and there is exactly one, returns that one.
  ///
  /// Throws an error of kind `notFound` if there is no data folder.
  package func startModel(_ model: ModelName?) throws -> ModelName {
    if let model { return model }
    if let known = knownStart { return known }
    let start = try workspace.startModel()
    knownStart = start
    return start
  }

  /// Returns the file of ``startModel(_:)``.
  ///
  /// Throws the errors of ``main(_:)``, and an error of kind `notFound` that lists the models if the path must name one.
  func startDocument(_ model: ModelName?) throws -> ModelDocument {
    guard model == nil else { return try main(startModel(model)) }
    // A watcher must notice when the model default appears, because paths start there then.
    seen.note(main: .default)
    let start = try startModel(nil)
    do {
      return try main(start)
    } catch let error as OKitError where error.kind == .notFound && start == .default {
      if try workspace.isRecordedMissing(.default) || workspace.storedModels().isEmpty { throw error }
      let names = workspace.knownModels().map(\.name).filter { $0 != .default }.map(\.description)
      throw OKitError(
        .notFound, "the path names no model, and there is no model 'default'", remedy: .chooseModel(names))
    }
  }
}

extension Workspace {
  /// Returns the model of paths that do not name one: `default`, or the only model if it has another name.
  ///
  /// A model whose file is missing also counts, because a change that is meant for it must not affect another model.
  fileprivate func startModel() throws -> ModelName {
    // Under the lock, the data folder is usually listed already.
    let isStored =
      try storage.heldLock == nil
      ? FileStatus.of(storage.absolute(ModelFiles.mainPath(of: .default))) != nil : storedModels().contains(.default)
    if isStored { return .default }
    _ = try storedModels()
    let models = try recordedModels().union(knownModels().map(\.name))
    return models.count == 1 ? models.first ?? .default : .default
  }
}
