import HTTPClient
import JSONDocument
import OKitModels
import OKitStorage

extension RemoteModels {
  /// Finishes what commands left when they were interrupted: settles conflicts, and sends and removes copies. One that cannot be sent stays as a local copy.
  package func finishInterrupted() throws {
    // Without remote models, this is one system call.
    guard try FileStatus.of(workspace.storage.absolute(WorkspaceLayout.remote)) != nil else { return }
    for model in try RemoteFolder.models(in: workspace) {
      let folder = RemoteFolder(of: model, in: workspace)
      guard try folder.isTemporary || folder.hasOwn, workspace.configuration != nil, try workspace.isTrusted(),
        // Otherwise the command is still running.
        let lock = try? folder.lock(timeout: .zero)
      else { continue }
      workspace.ownCopies.insert(model)
      defer {
        workspace.ownCopies.remove(model)
        lock.release()
      }
      do {
        // It may be that of the command, and make its copy.
        try workspace.storage.finishPendingChange()
        if try folder.hasOwn { try finishSettling(of: model) }
        if try folder.isTemporary { try finishCopy(of: model, folder) }
      } catch let error where error is OKitError || error is SystemError {
        // This command may have nothing to do with the model.
        workspace.observer.warned("an interrupted command that changed model \(model) is not finished yet: \(error)")
      }
    }
  }

  private func finishSettling(of model: ModelName) throws {
    try workspace.writingAndRunningHooks {
      _ = try InterruptedSettling(of: model, in: workspace).finish(CommonState.read(model, in: workspace))
    }
  }

  private func finishCopy(of model: ModelName, _ folder: RemoteFolder) throws {
    if try workspace.storage.snapshot(ModelFiles.mainPath(of: model)) == nil,
      try CommonState.read(model, in: workspace) == nil
    {
      // The command had not begun, or had done everything.
      return try folder.setTemporary(false)
    }
    try workspace.prepareKeys()
    let hasServerAll = try workspace.storage.reading {
      try isSent(model, LocalCopies(of: [model], in: workspace).allFiles)
    }
    if hasServerAll { return try removeCopies(of: [model]) }
    if try folder.isUnsendable {
      workspace.observer.warned(
        "a command that replaced model \(model) was interrupted; 'okit remote sync \(model)' sends its local copy")
      return try folder.setTemporary(false)
    }
    // A token must not go to the server of a model that this command may not even use.
    guard try !connections.usesToken || haveOneServer() else {
      return workspace.observer.warned(
        "a command did not send all changes of model \(model); 'okit remote sync \(model)' sends them")
    }
    do {
      workspace.observer.warned("a command did not send all changes of model \(model); sending them now")
      // The server may have changed meanwhile.
      let quick = RemoteModels(workspace, connections.withShortTimeouts)
      _ = try quick.pull(model, settling: .none, isTemporary: true)
      _ = try quick.send(model)
    } catch let error where error is OKitError || error is SystemError || error is RemoteConflicts {
      let conflict = (error as? RemoteConflicts)?.all.first
      let reason = conflict.map { "\($0.path) was also changed on the server" } ?? "\(error)"
      workspace.observer.warned("the changes of model \(model) were not sent: \(reason)")
      if ![.busy, .unreachable, .refused, .locked].contains((error as? OKitError)?.kind) {
        // Trying again would not help.
        workspace.observer.warned(
          of: Warning(
            "model \(model) has a local copy now",
            remedy: .words("'okit remote sync \(model)' sends it, 'okit model delete \(model)' discards it")))
        try folder.setTemporary(false)
      }
      return
    }
    try removeCopies(of: [model])
  }

  /// True if all remote models are on one server.
  private func haveOneServer() throws -> Bool {
    let urls = try ModelKinds(workspace).remoteNames.compactMap { try endpoint(of: $0)?.url }
    return Set(urls.compactMap { try? HTTPURL($0).origin }).count <= 1
  }
}
