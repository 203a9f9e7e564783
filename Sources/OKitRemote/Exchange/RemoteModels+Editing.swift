package import OKitModels
import OKitStorage

extension RemoteModels: RemoteEditing {
  /// Pulls a model, runs `body`, which edits it, pushes it, and removes the local copy.
  ///
  /// If `body` throws, the copy is removed. If the push fails, the copy stays with the change, so that nothing is lost. A dry run is refused, because it
  /// must not make a copy.
  package func withLocalCopy<Result>(of model: ModelName, _ body: () throws -> Result) throws -> Result {
    guard !workspace.isDryRun else {
      throw OKitError(
        .unsupported, "a dry run needs a local copy of model \(model)",
        remedy: .words("run 'okit remote pull \(model)' to make one"))
    }
    guard try pull(model, preferring: nil, isTemporary: true) != nil else {
      throw OKitError(.notFound, "\(try server(of: model).url(of: DataPath(mainOf: model))) does not exist")
    }
    let result: Result
    do {
      result = try body()
    } catch {
      try? removeCopy(of: model)
      throw error
    }
    do {
      _ = try push(model)
    } catch let error as OKitError {
      workspace.observer.warned(
        "the change was not sent; it is in the local copy of model \(model), okit/data/\(model).json")
      throw OKitError(
        error.kind, error.detail, remedy: .words("run 'okit remote sync \(model)' to send it"), isCommitted: true)
    }
    try removeCopy(of: model)
    return result
  }

  /// Runs `body`, which copies all models, with local copies of those that have none. Models whose server cannot be asked are left out with a warning.
  package func withLocalCopies<Result>(_ body: () throws -> Result) throws -> Result {
    guard !workspace.isDryRun else { return try body() }
    var copied: [ModelName] = []
    defer {
      for model in copied {
        do {
          try removeCopy(of: model)
        } catch {
          workspace.observer.warned("the temporary copy of model \(model) was not removed: \(error)")
        }
      }
    }
    for model in try missing() {
      do {
        if try pull(model, preferring: nil, isTemporary: true) != nil { copied.append(model) }
      } catch let error as OKitError where error.kind != .malformed {
        workspace.observer.warned("model \(model) is left out: \(error)")
      }
    }
    return try body()
  }

  /// Removes the files of a local copy and what is known of its server. Attachments that other models use stay.
  private func removeCopy(of model: ModelName) throws {
    try workspace.writing {
      let local = try LocalModel(model, in: workspace)
      let reader = ModelReader(workspace)
      let shared = try workspace.storedModels().filter { $0 != model }.reduce(into: Set<DataPath>()) { paths, other in
        try paths.formUnion(ModelFiles(other, in: workspace, reader: reader, isTolerant: true).attachments.map(\.path))
      }
      let state = try CommonState.read(model, in: workspace)
      try workspace.changing("remote", as: nil) { transaction in
        for path in Array(local.documents.keys) + local.attachments.keys.filter({ !shared.contains($0) }) {
          if let old = try workspace.storage.snapshot(WorkspacePath(path)) {
            try transaction.remove(WorkspacePath(path), old: old)
          }
        }
        try state?.stageRemoval(in: workspace, transaction)
      }
    }
  }
}
