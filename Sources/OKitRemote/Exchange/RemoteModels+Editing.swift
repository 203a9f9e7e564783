package import OKitModels
import OKitStorage

extension RemoteModels: RemoteEditing {
  /// Runs `body` with a local copy of `model`, which it can edit. Then pushes the changes and removes the copy.
  ///
  /// The copy stays whenever it has changes that were not sent, so that nothing is lost. Throws the errors of the server, and an error of kind
  /// `unsupported` in a dry run, which must not make a copy.
  package func withLocalCopy<Result>(of model: ModelName, _ body: () throws -> Result) throws -> Result {
    guard !workspace.isDryRun else {
      throw OKitError(
        .unsupported, "a dry run needs a local copy of model \(model)",
        remedy: .words("run 'okit remote pull \(model)' to make one"))
    }
    return try exchanging(model) {
      guard try makeCopy(of: model) else {
        throw OKitError(.notFound, "\(try server(of: model).url(of: DataPath(mainOf: model))) does not exist")
      }
      let recordedSteps = workspace.recordsSteps
      workspace.recordsSteps = false
      defer { workspace.recordsSteps = recordedSteps }
      let result: Result
      do {
        result = try body()
        _ = try push(model)
      } catch {
        let isKept = try !removeCopy(of: model)
        guard isKept, let error = error as? OKitError else { throw error }
        throw OKitError(
          error.kind, error.detail, at: error.place,
          remedy: .words(
            "the change is in the local copy of model \(model); run 'okit remote sync \(model)' to send it"),
          isCommitted: true)
      }
      _ = try removeCopy(of: model)
      return result
    }
  }

  /// Runs `body`, which copies all models, with local copies of those that have none. Models whose server cannot be asked are left out with a warning.
  package func withLocalCopies<Result>(_ body: () throws -> Result) throws -> Result {
    guard !workspace.isDryRun else { return try body() }
    return try withLocalCopies(of: missing()[...], body)
  }

  private func withLocalCopies<Result>(of models: ArraySlice<ModelName>, _ body: () throws -> Result) throws -> Result {
    guard let model = models.first else { return try body() }
    return try exchanging(model) {
      do {
        _ = try makeCopy(of: model)
      } catch let error as OKitError where error.kind != .malformed {
        workspace.observer.warned("model \(model) is left out: \(error)")
      }
      defer {
        do {
          _ = try removeCopy(of: model)
        } catch {
          workspace.observer.warned("the temporary copy of model \(model) was not removed: \(error)")
        }
      }
      return try withLocalCopies(of: models.dropFirst(), body)
    }
  }

  /// Sends and removes the copies that commands left when they were interrupted. One that cannot be sent stays as a local copy.
  package func finishInterrupted() throws {
    // Without remote models, this is one system call.
    guard try FileStatus.of(workspace.storage.absolute(WorkspaceLayout.remote)) != nil else { return }
    for model in try RemoteFolder.models(in: workspace) {
      let folder = RemoteFolder(of: model, in: workspace)
      guard try folder.isTemporary, workspace.configuration != nil, try workspace.isTrusted(),
        // Otherwise the command is still running.
        let lock = try? folder.lock(timeout: .zero)
      else { continue }
      defer { lock.release() }
      workspace.observer.warned("a command that used model \(model) was interrupted; its changes are sent now")
      do {
        try workspace.prepareKeys()
        // The server may have changed meanwhile.
        _ = try pull(model, preferring: nil, isTemporary: true)
        _ = try push(model)
      } catch {
        workspace.observer.warned("the changes of model \(model) were not sent: \(error)")
      }
      _ = try removeCopy(of: model)
    }
  }

  /// Makes a local copy for one command. Returns false if the server does not have the model.
  private func makeCopy(of model: ModelName) throws -> Bool {
    let folder = RemoteFolder(of: model, in: workspace)
    try folder.setTemporary(true)
    do {
      if try pull(model, preferring: nil, isTemporary: true) != nil { return true }
    } catch {
      _ = try? removeCopy(of: model)
      throw error
    }
    try folder.setTemporary(false)
    return false
  }

  /// Removes a copy that was made for one command, and what is known of its server, unless it has changes that were not sent: then it becomes an
  /// ordinary local copy. Attachments that other models use stay. Returns true if there is no copy any more.
  private func removeCopy(of model: ModelName) throws -> Bool {
    let folder = RemoteFolder(of: model, in: workspace)
    guard try folder.isTemporary else { return true }
    let isRemoved = try workspace.writing {
      let local = try LocalModel(model, in: workspace)
      let state = try CommonState.read(model, in: workspace)
      let files = local.allFiles
      guard state?.pending.isEmpty != false, files.isEmpty || files == state?.files.mapValues(\.content) else {
        workspace.observer.warned("model \(model) has changes that were not sent, so it stays as a local copy")
        return false
      }
      let shared = try Self.attachmentsOfOthers(than: model, in: workspace)
      try workspace.changing("remote", as: nil) { transaction in
        for path in files.keys.sorted() where !shared.contains(path) {
          if let old = try workspace.storage.snapshot(WorkspacePath(path)) {
            try transaction.remove(WorkspacePath(path), old: old)
          }
        }
        try state?.stageRemoval(in: workspace, transaction)
      }
      return true
    }
    try folder.setTemporary(false)
    return isRemoved
  }
}
