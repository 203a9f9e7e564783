import Ciphers
import CommandKit
import JSONDocument
import OKitBackups
import OKitData
import OKitModels
import OKitRemote
import OKitStorage

struct BackupRestoreCommand: Command {
  static let configuration = CommandConfiguration(
    "restore",
    abstract: "Restore models from a backup.",
    discussion: """
      Reads and verifies the whole backup first, then changes the data in one step. The replaced data is kept as a \
      backup, before-restore-TIME. Encrypted models are encrypted again, to the workspace's recipients. If you have no \
      key for these recipients, restore stops and lists the options. Recipients, endpoint, hooks and functions do not \
      change.

      Models that are stored on a server become local copies. If one had no local copy before, okit asks whether to \
      send it; without a terminal, it is sent only with --push, and 'okit remote push' sends it later.

      okit runs okit/hooks/before-restore and okit/hooks/after-restore before and after restoring, with JSON on \
      standard input: event, workspace, name, file and models. If the first one fails, nothing is restored.
      """,
    examples: [
      Example("okit backup restore 20261121T075014Z --yes", "restore all models without asking"),
      Example("okit backup restore ./shop.tar.zst.age directory", "restore one model from a file"),
    ])

  @Argument(
    help: "The backup; a name with a slash is a file path.", valueName: "name", completion: .workspace(.backups))
  var name: String
  @Argument(help: "Only these models.", valueName: "model", completion: .workspace(.models))
  var models: [String] = []
  @Flag(.long, help: "Also restore the Swift definitions, the rules and the forms, and remove others.")
  var definitions: Bool
  @Flag(.shortAndLong, help: "Do not ask.")
  var yes: Bool
  @Flag(.long, help: "Send restored models that are stored on a server.")
  var push: Bool
  @Flag(.customShort("n"), .customLong("dry-run"), help: "Read and check, but change nothing.")
  var dryRun: Bool
  @OptionGroup var form: EncryptionPolicyOptions
  @OptionGroup var places: PlaceOptions
  @OptionGroup var password: PasswordOptions
  @OptionGroup var hooks: HookOptions
  @OptionGroup var keys: KeyOptions
  @OptionGroup var global: GlobalOptions

  func run(_ console: Console) throws {
    let session = Session(console, global)
    let workspace = try session.workspace(keys, dryRun: dryRun)
    hooks.apply(to: workspace)
    _ = try workspace.requireConfiguration()
    let source = try session.places(places, workspace, password).source(of: name, from: FilePath.workingFolder())
    let request = BackupRestoration.Request(
      models: try models.uniqueModelNames(), form: try form.choice(), definitions: definitions)
    if !dryRun {
      try session.confirm(
        models.isEmpty
          ? "Replace all models with those from \(name)" : "Restore \(models.joined(separator: ", ")) from \(name)",
        isAgreed: yes)
    }
    let unlock = session.unlock(password, workspace.keyring)
    var restored: BackupRestoration.Outcome?
    let remote = session.remoteModels(workspace)
    var replaced = try remote.replacing(request.models.isEmpty ? nil : request.models) {
      let outcome = try BackupRestoration(workspace).restore(source, request, unlock: unlock)
      restored = outcome
      return outcome.models
    } maySend: { models in
      let names = models.map(\.description).joined(separator: ", ")
      return try push || !yes && console.isInteractive && console.confirm("Send \(names) to the server?")
    }
    if push, replaced.failure == nil {
      do {
        for model in replaced.unsent {
          _ = try remote.push(model)
          replaced.unsent.removeFirst()
        }
      } catch { replaced.failure = error }
    }
    guard let outcome = restored else { preconditionFailure("the body runs, or throws") }
    if console.json {
      try console.writeJSON { writer in
        writer.array("models", of: outcome.models.map(\.description))
        writer.array("removed", of: outcome.removed.map(\.description))
        writer.member("files", outcome.files)
        writer.array("unsent", of: replaced.unsent.map(\.description))
        writer.member("kept", outcome.safetyBackup)
        writer.member("dryRun", dryRun)
      }
    } else {
      report(outcome, unsent: replaced.failure == nil ? replaced.unsent : [], console)
    }
    if let failure = replaced.failure { throw failure }
  }

  private func report(_ outcome: BackupRestoration.Outcome, unsent: [ModelName], _ console: Console) {
    console.note(
      "\(dryRun ? "would restore" : "restored") \(count(outcome.models.count, "model")), \(count(outcome.files, "file"))"
    )
    if !outcome.removed.isEmpty {
      let names = outcome.removed.map { Console.printable($0.description) }.joined(separator: ", ")
      console.note("\(dryRun ? "would remove" : "removed") what the backup does not contain: \(names)")
    }
    if let backup = outcome.safetyBackup { console.noteKept(backup) }
    if let first = unsent.first {
      let names = unsent.map { Console.printable($0.description) }.joined(separator: ", ")
      console.note("not sent to the server: \(names)")
      console.suggest("run 'okit remote push\(unsent.count == 1 ? " \(first)" : "")' to send what was restored")
    }
  }
}
