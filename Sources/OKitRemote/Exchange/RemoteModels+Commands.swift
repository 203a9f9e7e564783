import HTTPClient
import JSONDocument
package import OKitModels
import OKitStorage

/// Local copies for one command. A copy stays whenever it has changes that were not sent, so that nothing is lost.
extension RemoteModels: RemoteEditing {
  /// Runs `body` with a local copy of `model`, which it can edit. Then sends the changes and removes the copy. If the server refuses them, nothing is
  /// changed.
  ///
  /// Throws the errors of the server.
  package func withLocalCopy<Result>(of model: ModelName, _ body: () throws -> Result) throws -> Result {
    try withCopies(of: [model], CopyUse(isRequired: true, isTolerant: false, discardsWhenRefused: true)) { _ in
      try body()
    }
  }

  /// Runs `body` with local copies of those of the named models, or of all, that are on a server and have none. Then sends the changes and removes the
  /// copies. If a server refuses them, nothing is changed with `discardsWhenRefused`; otherwise the copies stay until the next command sends them.
  ///
  /// A dry run sees the models without copies. Throws the errors of the servers; with `isTolerant`, a model whose server cannot be asked is left out
  /// with a warning, and passed to `body`.
  package func sending<Result>(
    _ names: [ModelName]?, isTolerant: Bool = false, discardsWhenRefused: Bool = false,
    _ body: (_ leftOut: LeftOut) throws -> Result
  ) throws -> Result {
    guard !workspace.isDryRun else { return try body([:]) }
    let use = CopyUse(isRequired: names != nil, isTolerant: isTolerant, discardsWhenRefused: discardsWhenRefused)
    return try withCopies(of: missing(names), use, body)
  }

  /// Returns those of the models without a local copy that may be sent in this form, for ``sending(_:isTolerant:discardsWhenRefused:_:)``; nil for all.
  /// Others cannot be read by apps then, or must not leave the machine.
  ///
  /// Throws an error of kind `configuration` if one of the named models is such a one. Without names, they are left out with a warning.
  package func sendable(_ names: [ModelName]?, encrypted: Bool) throws -> [ModelName]? {
    let kinds = try ModelKinds(workspace)
    let wrong = try missing(names).filter { try kinds.isStoredEncrypted($0) != encrypted }
    guard let first = wrong.first else { return names }
    if names != nil {
      throw OKitError(
        .configuration,
        "the kind of model \(first) is \(kinds[first]?.rawValue ?? ""), so its server gets \(encrypted ? "plain" : "encrypted") data",
        remedy: .words("derive its class from \(encrypted ? "ModelEncryptedHttp" : "ModelHttp")"))
    }
    for model in wrong { workspace.observer.warned("model \(model) on its server stays as it is, because of its kind") }
    return try missing().filter { model in
      try !wrong.contains(model) && server(of: model).look(at: DataPath(mainOf: model)).exists
    }
  }

  /// Makes local copies of all remote models for the time of `body`, which only reads. Models whose server cannot be asked are left out with a warning, and
  /// passed to `body`.
  package func reading<Result>(_ body: (_ leftOut: LeftOut) throws -> Result) throws -> Result {
    guard !workspace.isDryRun else { return try body([:]) }
    return try withCopies(of: missing(), CopyUse(isRequired: false, isTolerant: true) { _ in .removed }, body)
  }

  /// The models that are left out, with the errors of their servers.
  package typealias LeftOut = [ModelName: any Error]

  /// The outcome of replacing models.
  package struct Replaced {
    /// The models that have a local copy with changes to send.
    package var unsent: [ModelName]
    /// Why they were not sent although they should have been.
    package var failure: (any Error)?
  }

  /// Runs `body`, which replaces the named models, or all, and returns those that it replaced. `maySend` says whether those without a local copy are
  /// sent then; otherwise they get one.
  package func replacing(
    _ names: [ModelName]?, _ body: () throws -> [ModelName], maySend: ([ModelName]) throws -> Bool
  ) throws -> Replaced {
    guard !workspace.isDryRun, let configuration = workspace.configuration, try hasEndpoint(configuration) else {
      _ = try body()
      return Replaced(unsent: [])
    }
    let existing = try ModelKinds(workspace).remoteNames.filter { try hasCopy(of: $0) }
    var (replaced, sent, kept): ([ModelName]?, [ModelName], [ModelName]) = (nil, [], [])
    let use = CopyUse(isRequired: false, isTolerant: true, recordsSteps: true) { model in
      sent.contains(model) ? .sent : kept.contains(model) ? .kept : .removed
    }
    var failure: (any Error)?
    do {
      try withCopies(of: missing(names), use) { leftOut in
        // An earlier command may not have sent a copy of one that is left out.
        let marked = try (copies.models + leftOut.keys).filter { try RemoteFolder(of: $0, in: workspace).isTemporary }
        // Nothing that was replaced is sent without a question, whatever happens.
        for model in marked { try RemoteFolder(of: model, in: workspace).setUnsendable(true) }
        let models = try body()
        replaced = models
        for model in existing where models.contains(model) { try countReplacementAsChange(model) }
        for model in marked where !models.contains(model) {
          try RemoteFolder(of: model, in: workspace).setUnsendable(false)
        }
        for model in leftOut.keys where models.contains(model) {
          try RemoteFolder(of: model, in: workspace).setTemporary(false)
        }
        kept = copies.models.filter(models.contains)
        do {
          if !kept.isEmpty, try maySend(kept) { (sent, kept) = (kept, []) }
        } catch { failure = error }
        for model in sent { try RemoteFolder(of: model, in: workspace).setUnsendable(false) }
      }
    } catch {
      guard replaced != nil else { throw error }
      failure = error
    }
    let remote = Set(try ModelKinds(workspace).remoteNames)
    return Replaced(
      unsent: try (replaced ?? []).filter { try remote.contains($0) && hasCopy(of: $0) }, failure: failure)
  }

  /// Lets a local copy that was replaced count as changed since the server's version. If that cannot be had, the next exchange may prefer its changes.
  private func countReplacementAsChange(_ model: ModelName) throws {
    do {
      guard try workspace.currentConfiguration().history.limits.recordsSteps else {
        throw OKitError(.configuration, "the history, which would keep it, is off")
      }
      try RemoteModels(workspace, connections.withShortTimeouts).countAsChanged(model)
    } catch let error where error is OKitError || error is SystemError {
      workspace.observer.warned(
        "the server's version of model \(model) was not taken over, so the next 'okit remote sync' may prefer its changes: \(error)"
      )
    }
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
      try RemoteFolder(of: model, in: workspace).setTemporary(true)
      noteCopy(of: model, files: [:])
      return try body()
    }
  }

  private func missing(_ names: [ModelName]?) throws -> [ModelName] {
    try missing().filter { names?.contains($0) != false }
  }
}
