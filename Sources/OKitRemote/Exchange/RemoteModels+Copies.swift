import JSONDocument
import OKitModels
import OKitStorage

/// The rules for the local copies of a command.
struct CopyUse {
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
  /// True if changes that a server refuses are discarded, so that the command changed nothing. Otherwise the copy stays for the next command.
  var discardsWhenRefused = false
  /// Returns what happens to a copy after the command.
  var ending: (ModelName) -> Ending = { _ in .sent }
}

/// The life of local copies that are made for one command.
extension RemoteModels {
  /// Runs `body` with copies of `models`.
  func withCopies<Result>(
    of models: [ModelName], _ use: CopyUse, _ body: (_ leftOut: LeftOut) throws -> Result
  ) throws -> Result {
    guard !models.isEmpty else { return try body([:]) }
    return try finishing(use) {
      var leftOut: LeftOut = [:]
      for model in models {
        try copies.hold(lock(model))
        // Another command may have made a copy in the meantime.
        if try hasCopy(of: model) { continue }
        do {
          if try !makeCopy(of: model), use.isRequired { throw try absence(of: model) }
        } catch let error where use.isTolerant && Self.isPassing(error) {
          let reason = (error as? RemoteConflicts)?.all.first.map { "\($0.path) has another version here" }
          workspace.observer.warned("model \(model) is left out: \(reason ?? "\(error)")")
          leftOut[model] = error
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
  func noteCopy(of model: ModelName, files: [DataPath: Journal.Fingerprint]) {
    workspace.ownCopies.insert(model)
    copies.files[model] = files
    workspace.recordsSteps = copies.recordsSteps
  }

  /// Runs `body`, and then does with all copies that it made what `use` says. Within another one, that one does it: a change can concern several models,
  /// and no copy is removed before all are sent.
  func finishing<Result>(_ use: CopyUse, _ body: () throws -> Result) throws -> Result {
    guard !copies.isUsed else { return try body() }
    copies.isUsed = true
    copies.recordsSteps = use.recordsSteps
    let recordedSteps = workspace.recordsSteps
    defer {
      workspace.recordsSteps = recordedSteps
      workspace.changesBesideCopies = false
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
      } catch { failure = try settle(refusal: error, use) }
    }
    for model in copies.models {
      do {
        if isDone, use.ending(model) == .kept {
          try RemoteFolder(of: model, in: workspace).setTemporary(false)
        } else {
          try removeCopies(of: [model])
        }
      } catch {
        // The command has done its work. The next one removes the copy.
        workspace.observer.warned(
          of: Warning(
            "the temporary copy of model \(model) was not removed: \(error)",
            remedy: .words("the next okit command removes it, and sends what was not sent")))
      }
    }
    if let failure { throw failure }
    return try result.get()
  }

  /// Discards the changes that a server refused, if nothing else was changed. Otherwise they stay. Returns the error that tells what was done.
  private func settle(refusal error: any Error, _ use: CopyUse) throws -> any Error {
    if (error as? OKitError)?.isCommitted == true { return error }
    guard try use.discardsWhenRefused && !isPartlyDone else {
      guard let error = error as? OKitError else { return error }
      return OKitError(
        error.kind, error.detail, at: error.place,
        remedy: .words("the change is kept here; the next okit command that reaches the server sends it"),
        isCommitted: true)
    }
    try removeCopies(of: copies.models, evenIfChanged: true)
    guard let failure = error as? OKitError, [.busy, .unreachable].contains(failure.kind) else { return error }
    return OKitError(
      failure.kind, failure.detail, at: failure.place, remedy: .words("nothing was changed; run the command again"))
  }

  /// True if a server has some of the changes, or may have, or if there are others than those of the copies.
  private var isPartlyDone: Bool {
    get throws {
      try workspace.storage.reading {
        try copies.hasSent || workspace.changesBesideCopies
          || copies.models.contains { model in
            guard let state = try CommonState.read(model, in: workspace) else { return false }
            return !state.pending.isEmpty || state.isPartlySent || copies.unsent.contains(model)
          }
          || hasChangedShared
      }
    }
  }

  /// True if attachments of copies were changed that other models use, too.
  private var hasChangedShared: Bool {
    get throws {
      let changed = try copies.models.flatMap { model in
        try LocalCopies(of: [model], in: workspace).attachments.filter { copies.files[model]?[$0.key] != $0.value }.keys
      }
      return try !changed.isEmpty && !Self.shared(changed, besides: copies.models, in: workspace).isEmpty
    }
  }

  /// True if the server has all changes of a local copy, which has these files.
  func isSent(_ model: ModelName, _ files: [DataPath: Journal.Fingerprint]) throws -> Bool {
    let state = try CommonState.read(model, in: workspace)
    guard state?.pending.isEmpty != false else { return false }
    if files.isEmpty || files == state?.files.mapValues(\.content) { return true }
    // What an earlier command did not send is still to be sent.
    return files == copies.files[model] && !copies.unsent.contains(model)
  }

  /// True if there is a local copy that is not only there for one command.
  func hasCopy(of model: ModelName) throws -> Bool {
    try !RemoteFolder(of: model, in: workspace).isTemporary
      && workspace.storage.snapshot(ModelFiles.mainPath(of: model)) != nil
  }

  /// Makes a local copy for one command. Returns false if the server does not have the model.
  private func makeCopy(of model: ModelName) throws -> Bool {
    let folder = RemoteFolder(of: model, in: workspace)
    try folder.setTemporary(true)
    workspace.ownCopies.insert(model)
    do {
      _ = try pull(model, settling: .none, isTemporary: true)
      let (files, wasSent) = try workspace.storage.reading {
        let files = try LocalCopies(of: [model], in: workspace).allFiles
        return (files, try isSent(model, files))
      }
      guard !files.isEmpty else {
        try folder.setTemporary(false)
        workspace.ownCopies.remove(model)
        return false
      }
      noteCopy(of: model, files: files)
      if !wasSent { copies.unsent.insert(model) }
      return true
    } catch {
      try? removeCopies(of: [model])
      workspace.ownCopies.remove(model)
      throw error
    }
  }

  /// Removes copies that were made for one command, and what is known of their servers, all at once. Attachments that other models use stay. A copy with
  /// changes that were not sent stays, too, and the next command sends them.
  func removeCopies(of models: [ModelName], evenIfChanged: Bool = false) throws {
    let removed = try workspace.writing {
      let files = try models.filter { try RemoteFolder(of: $0, in: workspace).isTemporary }
        .map { (model: $0, paths: try LocalCopies(of: [$0], in: workspace).allFiles) }
        .filter { try evenIfChanged || isSent($0.model, $0.paths) }
      guard !files.isEmpty else { return [ModelName]() }
      let models = files.map(\.model)
      let paths = Set(files.flatMap(\.paths.keys))
      let shared = try Self.shared(paths.filter { ModelName(document: $0) == nil }, besides: models, in: workspace)
      try workspace.changing("remote", as: nil) { transaction in
        for path in paths.sorted() where !shared.contains(path) {
          if let old = try workspace.storage.snapshot(WorkspacePath(path)) {
            try transaction.remove(WorkspacePath(path), old: old)
          }
        }
        for model in models { try CommonState.read(model, in: workspace)?.stageRemoval(in: workspace, transaction) }
      }
      removeEmptyFolders(of: models)
      return models
    }
    for model in removed { try RemoteFolder(of: model, in: workspace).setTemporary(false) }
  }

  /// Removes the folders that copies leave, if nothing is in them. They do no harm.
  private func removeEmptyFolders(of models: [ModelName]) {
    let folders =
      models.map(ModelFiles.partialFolder)
      + [AttachmentFile.imageFolder, AttachmentFile.dataFolder].map { WorkspacePath($0) }
    for folder in folders { try? workspace.storage.system.removeFolder(workspace.storage.absolute(folder)) }
  }
}
