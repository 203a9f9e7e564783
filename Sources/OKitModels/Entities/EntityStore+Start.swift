import OKitStorage

/// The model of a path that names none.
extension EntityStore {
  /// `model` if it is given, otherwise the model `default`. If no model has that name and there is exactly one, it is that one.
  ///
  /// Throws an error of kind `notFound` if there is no data folder.
  package func startModel(_ model: ModelName?) throws -> ModelName {
    if let model { return model }
    if let known = knownStart { return known }
    let start = try workspace.startModel()
    knownStart = start
    return start
  }

  /// The file of ``startModel(_:)``.
  ///
  /// Throws what ``main(_:)`` throws, and an error of kind `notFound` that lists the models if the path would have to name one.
  func startDocument(_ model: ModelName?) throws -> ModelDocument {
    guard model == nil else { return try main(startModel(model)) }
    // A watcher has to notice when default appears, which is then the start model.
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
  /// The model of a path that names none: `default`, or the only model if it has another name.
  ///
  /// A model whose file is missing counts as well: what was meant for it must not reach another.
  fileprivate func startModel() throws -> ModelName {
    if try FileStatus.of(storage.absolute(ModelFiles.mainPath(of: .default))) != nil { return .default }
    _ = try storedModels()
    let models = try recordedModels().union(knownModels().map(\.name))
    return models.count == 1 ? models.first ?? .default : .default
  }
}
