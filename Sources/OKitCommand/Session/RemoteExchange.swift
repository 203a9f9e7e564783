import CommandKit
import JSONDocument
import OKitModels
import OKitRemote
import OKitStorage

/// Pulls and pushes models one by one, and reports each: a model that fails does not keep the others from their turn.
struct RemoteExchange {
  let session: Session
  let workspace: Workspace
  /// The options for conflicts; nil if nothing is pulled.
  let merge: MergeOptions?
  let pushes: Bool
  let dryRun: Bool

  private var console: Console { session.console }

  /// Exchanges the named models, or all.
  func run(_ names: [ModelName]) throws {
    let remote = session.remoteModels(workspace)
    var (pulled, pushed): ([RemoteModels.Pulled], [RemoteModels.Pushed]) = ([], [])
    var conflicts: [RemoteConflict] = []
    let models = try remote.models(names)
    var present: Set<ModelName> = []
    var failed: Set<ModelName> = []
    func pull(_ model: ModelName) throws {
      guard let merge else { return }
      do {
        guard let result = try merge.settling(session, workspace, { try remote.pull(model, settling: $0) }) else {
          return
        }
        present.insert(model)
        pulled.append(result)
        if !console.json { try console.write(result, dryRun: dryRun) }
      } catch {
        failed.insert(model)
        guard let found = error as? RemoteConflicts else { throw error }
        conflicts += found.all
        if !console.json { try console.write(found.all) }
        throw found.error
      }
    }
    func pullAll(_ models: [ModelName]) throws -> Int32? {
      var waiting: [ModelName] = []
      let status = try session.each(models) { model in
        do {
          try pull(model)
        } catch let error as OKitError where error.kind == .exists && models.count > 1 {
          // An attachment that came from another model is in the way until that model is pulled.
          waiting.append(model)
        }
      }
      failed.subtract(waiting)
      let isProgress = waiting.count < models.count
      let rest = try waiting.isEmpty ? nil : (isProgress ? pullAll(waiting) : session.each(waiting, pull))
      return status ?? rest
    }
    var status = try pullAll(models)
    func push(_ model: ModelName) throws {
      if pushes, let result = try remote.push(model) {
        present.insert(model)
        pushed.append(result)
        if !console.json { try console.write(result, dryRun: dryRun) }
      }
      if present.contains(model) || !names.contains(model) { return }
      throw try merge != nil
        ? remote.absence(of: model)
        : OKitError(
          .notFound, "model \(model) has no local copy",
          remedy: .words("run 'okit remote pull \(model)' to make one"))
    }
    let moves = pushes ? try remote.moves(among: models) : [:]
    var open = models.filter { !failed.contains($0) }
    while !open.isEmpty {
      // A model that got entities comes before the one that lost them.
      let next = open.first { moves[$0]?.isDisjoint(with: open) != false } ?? open[0]
      open.removeAll { $0 == next }
      let others = models.filter {
        failed.contains($0) && (moves[next]?.contains($0) == true || moves[$0]?.contains(next) == true)
      }
      let end = try session.each([next]) { model in
        do {
          if let other = others.first {
            throw OKitError(
              .busy,
              "model \(model) is not sent, because an entity moved between it and model \(other), which cannot be sent",
              remedy: .words("settle model \(other) first"))
          }
          try push(model)
        } catch {
          failed.insert(model)
          throw error
        }
      }
      status = status ?? end
    }
    if console.json {
      try writeJSON(pulled, pushed, conflicts)
    } else if status == nil, pulled.isEmpty, pushed.isEmpty {
      console.note(
        merge == nil
          ? "no remote model has a local copy"
          : pushes ? "no remote model is on its server or has a local copy" : "no model is on its server")
    }
    if let status { throw ExitStatus(status) }
  }

  private func writeJSON(
    _ pulled: [RemoteModels.Pulled], _ pushed: [RemoteModels.Pushed], _ conflicts: [RemoteConflict]
  ) throws {
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
