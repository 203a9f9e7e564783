import CommandKit
import JSONDocument
import OKitModels
import OKitRemote
import OKitStorage

/// Options of commands that merge the changes of a server.
struct MergeOptions: ParsableArguments {
  @Flag(.long, help: "Where both sides changed a value, keep the local change.")
  var ours: Bool
  @Flag(.long, help: "Where both sides changed a value, take the server's change.")
  var theirs: Bool

  func validate() throws {
    if ours, theirs { throw UsageError("--ours and --theirs cannot be used together", showsUsage: true) }
  }

  var preference: DocumentMerge.Preference? { ours ? .ours : theirs ? .theirs : nil }
}

extension Console {
  /// Runs `body`, which merges. Shows the conflicts that stop it.
  func showingConflicts<Result>(_ body: () throws -> Result) throws -> Result {
    do {
      return try body()
    } catch let conflicts as RemoteConflicts {
      if !json { try write(conflicts.all) }
      throw conflicts.error
    }
  }

  /// Reports what was taken from servers.
  func write(_ pulled: [RemoteModels.Pulled], dryRun: Bool) throws {
    for model in pulled {
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
  }

  /// Reports what was sent to servers.
  func write(_ pushed: [RemoteModels.Pushed], dryRun: Bool) throws {
    for model in pushed {
      for path in model.sent + model.removed { try writeResult(Console.printable(path.text)) }
      guard !model.sent.isEmpty || !model.removed.isEmpty else {
        note("model \(model.model) has no changes to send")
        continue
      }
      if !model.sent.isEmpty {
        note("\(dryRun ? "would send" : "sent") \(count(model.sent.count, "file")) of model \(model.model)")
      }
      if !model.removed.isEmpty {
        note("\(dryRun ? "would remove" : "removed") \(count(model.removed.count, "file")) on the server")
      }
    }
  }

  func writeJSON(pulled: [RemoteModels.Pulled], pushed: [RemoteModels.Pushed], dryRun: Bool) throws {
    try writeJSON { writer in
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
      writer.member("dryRun", dryRun)
    }
  }
}
