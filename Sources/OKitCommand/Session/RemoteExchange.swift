import CommandKit
import JSONDocument
import OKitModels
import OKitRemote
import OKitStorage

/// Pulls and pushes models, and reports each: a model that fails does not keep the others from their turn.
final class RemoteExchange {
  private let session: Session
  private let workspace: Workspace
  private let remote: RemoteModels
  /// The options for conflicts; nil if nothing is pulled.
  private let merge: MergeOptions?
  private let pushes: Bool
  private let dryRun: Bool
  private var pulled: [RemoteModels.Pulled] = []
  private var pushed: [RemoteModels.Pushed] = []
  private var conflicts: [RemoteConflict] = []
  /// The models that are here or on their server.
  private var present: Set<ModelName> = []
  private var failed: Set<ModelName> = []
  /// The status of the first failure.
  private var status: Int32?

  private var console: Console { session.console }

  init(_ session: Session, _ workspace: Workspace, merge: MergeOptions?, pushes: Bool, dryRun: Bool) {
    self.session = session
    self.workspace = workspace
    self.merge = merge
    self.pushes = pushes
    self.dryRun = dryRun
    remote = session.remoteModels(workspace)
  }

  /// Exchanges the named models, or all.
  func run(_ names: [ModelName]) throws {
    let models = try remote.models(names)
    if let merge { try pull(models, merge) }
    try push(models, named: Set(names))
    if console.json {
      try writeJSON()
    } else if status == nil, pulled.isEmpty, pushed.isEmpty {
      console.note(
        merge == nil
          ? "no remote model has a local copy"
          : pushes ? "no remote model is on its server or has a local copy" : "no model is on its server")
    }
    if let status { throw ExitStatus(status) }
  }

  // MARK: - Pulling

  private func pull(_ models: [ModelName], _ merge: MergeOptions) throws {
    let fetched = try remote.fetch(models)
    defer { fetched.release() }
    var unsettled: [(group: [ModelName], conflicts: RemoteConflicts)] = []
    for group in fetched.groups {
      try trying(group) {
        do {
          for result in try fetched.pull(group, settling: merge.settlements) { try note(result) }
        } catch let conflicts as RemoteConflicts where merge.edit { unsettled.append((group, conflicts)) }
      }
    }
    // Others can exchange the models during a question.
    fetched.release()
    for (group, conflicts) in unsettled {
      try trying(group) {
        try ConflictEditing(session: session, workspace: workspace).run(conflicts) { settlements in
          let again = try remote.fetch(group)
          defer { again.release() }
          for group in again.groups {
            for result in try again.pull(group, settling: settlements) { try note(result) }
          }
        }
      }
    }
  }

  private func note(_ result: RemoteModels.Pulled) throws {
    present.insert(result.model)
    pulled.append(result)
    if !console.json { try console.write(result, dryRun: dryRun) }
  }

  // MARK: - Pushing

  private func push(_ models: [ModelName], named names: Set<ModelName>) throws {
    let moves = pushes ? try remote.moves(among: models) : EntityMoves()
    for next in moves.inSendingOrder(models) where !failed.contains(next) {
      let other = models.first { failed.contains($0) && moves.connect($0, next) }
      try trying([next]) {
        if let other {
          throw OKitError(
            .busy,
            "model \(next) is not sent, because an entity moved between it and model \(other), which cannot be sent",
            remedy: .words("settle model \(other) first"))
        }
        if pushes { try push(next) }
        if names.contains(next), !present.contains(next) { throw try absence(of: next) }
      }
    }
  }

  private func push(_ model: ModelName) throws {
    do {
      guard let result = try remote.push(model) else { return }
      present.insert(model)
      pushed.append(result)
      if !console.json { try console.write(result, dryRun: dryRun) }
    } catch let error as OKitError where error.kind == .malformed && error.place == nil && error.remedy == nil {
      // The server will refuse the same change again.
      throw OKitError(
        error.kind, error.detail,
        remedy: .words(
          "'okit undo' takes back the last change of the workspace, and 'okit model delete \(model)' removes the local copy"
        ))
    }
  }

  private func absence(of model: ModelName) throws -> OKitError {
    if merge != nil { return try remote.absence(of: model) }
    return OKitError(
      .notFound, "model \(model) has no local copy",
      remedy: .words("run 'okit remote pull \(model)' to make one"))
  }

  // MARK: - Reporting

  /// Exchanges models with `body`. Reports its error, and notes that the models failed.
  private func trying(_ models: [ModelName], _ body: () throws -> Void) throws {
    let end = try session.each([models]) { _ in
      do {
        try body()
      } catch let found as RemoteConflicts {
        conflicts += found.all
        if !console.json { try console.write(found.all) }
        throw found.error
      }
    }
    guard let end else { return }
    failed.formUnion(models)
    status = status ?? end
  }

  private func writeJSON() throws {
    try console.writeJSON { writer in
      writer.array("pulled") { writer in
        for model in pulled {
          writer.object { writer in
            writer.member("model", model.model.description)
            writer.member("new", model.isNew)
            writer.array("files", of: model.files)
            writer.array("conflicts", of: model.conflicts)
          }
        }
      }
      writer.array("pushed") { writer in
        for model in pushed {
          writer.object { writer in
            writer.member("model", model.model.description)
            writer.array("sent", of: model.sent)
            writer.array("removed", of: model.removed)
          }
        }
      }
      writer.array("conflicts", of: conflicts)
      writer.member("dryRun", dryRun)
    }
  }
}

extension Console {
  /// Reports what was taken from a server.
  fileprivate func write(_ model: RemoteModels.Pulled, dryRun: Bool) throws {
    for path in model.files { try writeResult(Console.printable(path.text)) }
    if model.files.isEmpty {
      note("model \(model.model) has no new changes on the server")
    } else {
      note("\(dryRun ? "would change" : "changed") \(count(model.files.count, "file")) of model \(model.model)")
    }
    if !model.conflicts.isEmpty, !dryRun {
      note("settled \(count(model.conflicts.count, "conflict")); 'okit log' has the other side")
    }
  }

  /// Reports what was sent to a server.
  fileprivate func write(_ model: RemoteModels.Pushed, dryRun: Bool) throws {
    for path in model.sent + model.removed { try writeResult(Console.printable(path.text)) }
    guard !model.sent.isEmpty || !model.removed.isEmpty else {
      return note("model \(model.model) has no changes to send")
    }
    if !model.sent.isEmpty {
      note("\(dryRun ? "would send" : "sent") \(count(model.sent.count, "file")) of model \(model.model)")
    }
    if !model.removed.isEmpty {
      note("\(dryRun ? "would remove" : "removed") \(count(model.removed.count, "file")) on the server")
    }
  }
}
