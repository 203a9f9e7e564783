import Ciphers
import HTTPClient
import JSONDocument
package import OKitModels
import OKitStorage

/// Local copies for one command. A copy stays whenever it has changes that were not sent, so that nothing is lost.
extension RemoteModels: RemoteEditing {
  /// Runs `body` with a local copy of `model`, which it can edit. Then sends the changes and removes the copy.
  ///
  /// Throws the errors of the server.
  package func withLocalCopy<Result>(of model: ModelName, _ body: () throws -> Result) throws -> Result {
    try withCopies(of: [model], CopyUse(isRequired: true, isTolerant: false)) { _ in try body() }
  }

  /// Runs `body` with local copies of those of the named models, or of all, that are on a server and have none. Then sends the changes and removes the
  /// copies.
  ///
  /// A dry run sees the models without copies. Throws the errors of the servers; with `isTolerant`, a model whose server cannot be asked is left out
  /// with a warning.
  package func sending<Result>(
    _ names: [ModelName]?, isTolerant: Bool = false, _ body: () throws -> Result
  ) throws -> Result {
    guard !workspace.isDryRun else { return try body() }
    let wanted = try missing(names)
    return try withCopies(of: wanted, CopyUse(isRequired: names != nil, isTolerant: isTolerant)) { _ in
      try body()
    }
  }

  /// Makes local copies of all remote models for the time of `body`, which only reads. Models whose server cannot be asked are left out with a warning, and
  /// passed to `body`.
  package func withLocalCopies<Result>(_ body: (_ leftOut: [ModelName]) throws -> Result) throws -> Result {
    guard !workspace.isDryRun else { return try body([]) }
    return try withCopies(of: missing(), CopyUse(isRequired: false, isTolerant: true) { _ in .removed }, body)
  }

  /// Runs `body`, which replaces the named models, or all, and returns those that it replaced. `maySend` says whether those without a local copy are
  /// sent then; otherwise they get one.
  ///
  /// Returns the models that have a local copy with changes to send.
  package func replacing(
    _ names: [ModelName]?, _ body: () throws -> [ModelName], maySend: ([ModelName]) throws -> Bool
  ) throws -> [ModelName] {
    guard !workspace.isDryRun, let configuration = workspace.configuration, try hasEndpoint(configuration) else {
      _ = try body()
      return []
    }
    let wanted = try missing(names)
    var (sent, kept): ([ModelName], [ModelName]) = ([], [])
    let use = CopyUse(isRequired: false, isTolerant: true, recordsSteps: true) { model in
      sent.contains(model) ? .sent : kept.contains(model) ? .kept : .removed
    }
    let replaced = try withCopies(of: wanted, use) { _ in
      let made = copies.models
      // From now on they are ordinary copies: nothing that was replaced is sent without a question, whatever happens.
      try setTemporary(false, made)
      var replaced: [ModelName] = []
      do {
        replaced = try body()
      } catch {
        try setTemporary(true, made)
        throw error
      }
      kept = made.filter(replaced.contains)
      try setTemporary(true, made.filter { !replaced.contains($0) })
      if !kept.isEmpty, try maySend(kept) {
        (sent, kept) = (kept, [])
        try setTemporary(true, sent)
      }
      return replaced
    }
    let remote = Set(try ModelKinds(workspace).remoteNames)
    return replaced.filter { remote.contains($0) && !sent.contains($0) }
  }

  /// Runs `body`, which makes the local copy of a new model, sends it, and removes the copy.
  ///
  /// Throws an error of kind `exists` if the server already has it.
  package func creating<Result>(_ model: ModelName, _ body: () throws -> Result) throws -> Result {
    guard !workspace.isDryRun else { return try body() }
    return try finishing(CopyUse(isRequired: true, isTolerant: false)) {
      try copies.hold(lock(model))
      guard case .absent = try server(of: model).look(at: DataPath(mainOf: model)) else {
        throw OKitError(.exists, "model \(model) already exists on its server")
      }
      if try hasCopy(of: model) { throw OKitError(.exists, "model \(model) already exists") }
      try setTemporary(true, [model])
      use(model, files: [:])
      return try body()
    }
  }

  private func setTemporary(_ isTemporary: Bool, _ models: [ModelName]) throws {
    for model in models { try RemoteFolder(of: model, in: workspace).setTemporary(isTemporary) }
  }

  private func missing(_ names: [ModelName]?) throws -> [ModelName] {
    try missing().filter { names?.contains($0) != false }
  }

  /// The rules for the local copies of a command.
  private struct CopyUse {
    enum Ending {
      /// Its changes are sent, and it is removed.
      case sent
      /// It is removed.
      case removed
      /// It becomes an ordinary local copy.
      case kept
    }

    /// True if a model that is not on its server is an error.
    let isRequired: Bool
    /// True to go on without a model whose server cannot be asked.
    let isTolerant: Bool
    /// False if the steps could not be undone, because their copy is gone.
    var recordsSteps = false
    /// Returns what happens to a copy after the command.
    var ending: (ModelName) -> Ending = { _ in .sent }
  }

  private func withCopies<Result>(
    of models: [ModelName], _ use: CopyUse, _ body: (_ leftOut: [ModelName]) throws -> Result
  ) throws -> Result {
    guard !models.isEmpty else { return try body([]) }
    return try finishing(use) {
      var leftOut: [ModelName] = []
      for model in models {
        try copies.hold(lock(model))
        // Another command may have made a copy in the meantime.
        if try hasCopy(of: model) { continue }
        do {
          if try !makeCopy(of: model), use.isRequired { throw try absence(of: model) }
        } catch let error where use.isTolerant && Self.isPassing(error) {
          let reason = (error as? RemoteConflicts)?.all.first.map { "\($0.path) has another version here" }
          workspace.observer.warned("model \(model) is left out: \(reason ?? "\(error)")")
          leftOut.append(model)
        }
      }
      return try body(leftOut)
    }
  }

  /// True if a copy of another model may succeed.
  private static func isPassing(_ error: any Error) -> Bool {
    if let error = error as? OKitError { error.kind != .malformed } else { error is RemoteConflicts }
  }

  /// Notes that this command uses a copy, which has these files before it is changed.
  private func use(_ model: ModelName, files: [DataPath: Journal.Fingerprint]) {
    workspace.ownCopies.insert(model)
    copies.files[model] = files
    workspace.recordsSteps = copies.recordsSteps
  }

  /// Runs `body`, and then does with all copies that it made what `use` says. Within another one, that one does it: a change can concern several models,
  /// and no copy is removed before all are sent.
  private func finishing<Result>(_ use: CopyUse, _ body: () throws -> Result) throws -> Result {
    guard !copies.isUsed else { return try body() }
    copies.isUsed = true
    copies.recordsSteps = use.recordsSteps
    let recordedSteps = workspace.recordsSteps
    defer {
      workspace.recordsSteps = recordedSteps
      workspace.ownCopies.subtract(copies.models)
      copies.release()
    }
    let result = Swift.Result { try body() }
    var failure: (any Error)?
    if case .failure(let error) = result { failure = error }
    let isDone = failure.map { ($0 as? OKitError)?.isCommitted == true } ?? true
    if isDone {
      do {
        try sendAll(copies.models.filter { use.ending($0) == .sent })
      } catch { failure = try unsent(because: error) }
    }
    for model in copies.models where !isDone || use.ending(model) != .kept {
      do {
        try removeCopy(of: model)
      } catch {
        // The command has done its work. The next one removes the copy.
        workspace.observer.warned("the temporary copy of model \(model) was not removed: \(error)")
      }
    }
    if let failure { throw failure }
    return try result.get()
  }

  private func sendAll(_ models: [ModelName]) throws {
    for model in models {
      if let sent = try send(model), !sent.sent.isEmpty || !sent.removed.isEmpty { copies.hasSent = true }
    }
  }

  /// Returns the error for changes that were not sent. If no server has anything of them, and nothing else was changed, they are discarded, because the
  /// command failed.
  private func unsent(because error: any Error) throws -> any Error {
    let isPartlyDone = try workspace.storage.reading {
      try copies.hasSent || workspace.changesBesideCopies
        || copies.models.contains { model in
          guard let state = try CommonState.read(model, in: workspace) else { return false }
          return !state.pending.isEmpty || state.hasSent || copies.unsent.contains(model)
        }
    }
    guard isPartlyDone else {
      for model in copies.models { try removeCopy(of: model, evenIfChanged: true) }
      guard let failure = error as? OKitError, failure.kind == .busy else { return error }
      return OKitError(
        .busy, failure.detail, at: failure.place, remedy: .words("nothing was changed; run the command again"))
    }
    guard let error = error as? OKitError else { return error }
    return OKitError(
      error.kind, error.detail, at: error.place,
      remedy: .words("the change is kept here; the next okit command that reaches the server sends it"),
      isCommitted: true)
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
      workspace.ownCopies.insert(model)
      defer {
        workspace.ownCopies.remove(model)
        lock.release()
      }
      if try workspace.storage.snapshot(ModelFiles.mainPath(of: model)) == nil,
        try CommonState.read(model, in: workspace) == nil
      {
        // The command had not begun, or had done everything.
        try folder.setTemporary(false)
        continue
      }
      // A token must not go to the server of a model that this command may not even use.
      guard try connections.mayShareToken || haveOneServer() else { continue }
      do {
        try workspace.prepareKeys()
        if try !workspace.storage.reading({ try isSent(model, LocalModel(model, in: workspace).allFiles) }) {
          workspace.observer.warned("a command did not send all changes of model \(model); they are sent now")
          // The server may have changed meanwhile.
          let quick = RemoteModels(workspace, connections.withoutPatience)
          _ = try quick.pull(model, settling: .none, isTemporary: true)
          _ = try quick.send(model)
        }
        try removeCopy(of: model)
      } catch {
        let conflict = (error as? RemoteConflicts)?.all.first
        let reason = conflict.map { "\($0.path) was also changed on the server" } ?? "\(error)"
        workspace.observer.warned("the changes of model \(model) were not sent: \(reason)")
        if ![.busy, .locked].contains((error as? OKitError)?.kind) {
          // Trying again would not help.
          workspace.observer.warned("model \(model) has a local copy now; 'okit remote sync \(model)' sends it")
          try folder.setTemporary(false)
        }
      }
    }
  }

  /// True if all remote models are on one server.
  private func haveOneServer() throws -> Bool {
    let urls = try ModelKinds(workspace).remoteNames.compactMap { try endpoint(of: $0)?.url }
    return Set(urls.compactMap { try? HTTPURL($0).origin }).count <= 1
  }

  /// True if the server has all changes of a local copy, which has these files.
  private func isSent(_ model: ModelName, _ files: [DataPath: Journal.Fingerprint]) throws -> Bool {
    let state = try CommonState.read(model, in: workspace)
    guard state?.pending.isEmpty != false else { return false }
    return files.isEmpty || files == state?.files.mapValues(\.content) || files == copies.files[model]
  }

  /// True if there is a local copy that is not only there for one command.
  private func hasCopy(of model: ModelName) throws -> Bool {
    try !RemoteFolder(of: model, in: workspace).isTemporary
      && workspace.storage.snapshot(ModelFiles.mainPath(of: model)) != nil
  }

  /// Makes a local copy for one command. Returns false if the server does not have the model.
  private func makeCopy(of model: ModelName) throws -> Bool {
    let folder = RemoteFolder(of: model, in: workspace)
    try folder.setTemporary(true)
    workspace.ownCopies.insert(model)
    do {
      if try pull(model, settling: .none, isTemporary: true) != nil {
        let (files, wasSent) = try workspace.storage.reading {
          let files = try LocalModel(model, in: workspace).allFiles
          return (files, try isSent(model, files))
        }
        use(model, files: files)
        if !wasSent { copies.unsent.insert(model) }
        return true
      }
    } catch {
      _ = try? removeCopy(of: model)
      workspace.ownCopies.remove(model)
      throw error
    }
    try folder.setTemporary(false)
    workspace.ownCopies.remove(model)
    return false
  }

  /// Removes a copy that was made for one command, and what is known of its server. Attachments that other models use stay. One with changes that were not
  /// sent stays, too, and the next command sends them. Returns true if there is no copy any more.
  @discardableResult
  private func removeCopy(of model: ModelName, evenIfChanged: Bool = false) throws -> Bool {
    let folder = RemoteFolder(of: model, in: workspace)
    guard try folder.isTemporary else { return true }
    let isRemoved = try workspace.writing {
      let files = try LocalModel(model, in: workspace).allFiles
      guard try evenIfChanged || isSent(model, files) else { return false }
      let state = try CommonState.read(model, in: workspace)
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
    if isRemoved { try folder.setTemporary(false) }
    return isRemoved
  }
}
