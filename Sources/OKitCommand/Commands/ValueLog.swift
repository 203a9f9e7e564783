import Bindings
import CommandKit
import JSONDocument
import OKitBackups
import OKitData
import OKitHistory
import OKitModels
import OKitRemote
import OKitStorage

/// The output of `log` with a path: the history of a value.
struct ValueLog {
  private let session: Session
  private let options: LogCommand
  private var console: Console { session.console }

  init(_ session: Session, _ options: LogCommand) {
    self.session = session
    self.options = options
  }

  /// Writes the history of the value at `binding`, the newest change first.
  func write(_ binding: Binding) throws {
    let workspace = try session.workspace(options.keys)
    try workspace.prepareKeys()
    var history = try historyOnServer(binding, workspace) ?? localHistory(binding, workspace)
    if options.backups { try addBackups(to: &history, of: workspace) }
    if history.changes.allSatisfy({ $0.value == nil }) {
      throw history.presentFailure
        ?? OKitError(.notFound, "no value at \(PathComponent.printable(binding.description)), now or before")
    }
    if console.json { return try writeJSON(history.changes) }
    var table = TextTable([
      .init("STEP", .right, cutting: .never), .init("TIME", cutting: .early), .init("CHANGE", cutting: .never),
      .init("VALUE", cutting: .late),
    ])
    for state in history.changes { table.add(row(state)) }
    try table.write(to: console)
  }

  /// Returns the history through the steps.
  private func localHistory(_ binding: Binding, _ workspace: Workspace) throws -> ValueHistory {
    let lock = try workspace.storage.lockForReading()
    defer { lock?.release() }
    var history = try history(of: binding, in: workspace)
    let unreadable = try history.addSteps(of: workspace) { try session.workspace(at: $0, options.keys) }
    for gap in unreadable.gaps { console.warn("some steps cannot be read: \(gap.message)") }
    if let end = unreadable.end { console.note("older steps cannot be read: \(end.message)") }
    return history
  }

  /// Returns the present state of a value in a remote model without a local copy, whose changes on the server are no steps; nil for other values.
  private func historyOnServer(_ binding: Binding, _ workspace: Workspace) throws -> ValueHistory? {
    let missing = try session.remoteModels(workspace).missing()
    guard !missing.isEmpty else { return nil }
    // A path that names another model needs no server.
    let start = try ModelValues(workspace, model: options.start.name).modelName(of: binding)
    if binding.model != nil, !missing.contains(start) { return nil }
    let shown = try session.withRemoteModels(workspace, options.keys)
    var history = try history(of: binding, in: shown)
    guard let model = history.presentModel, missing.contains(model) else { return nil }
    try history.addPresentState(of: shown)
    console.note("model \(model) has no local copy, so only its present value is shown")
    return history
  }

  private func history(of binding: Binding, in workspace: Workspace) throws -> ValueHistory {
    try session.explaining([binding], in: workspace) {
      try ValueHistory(of: binding, model: options.start.name, in: workspace)
    }
  }

  /// Adds the values in the backups. One that cannot be read is skipped with a warning.
  private func addBackups(to history: inout ValueHistory, of workspace: Workspace) throws {
    let keyring = try session.keyring(options.keys, workspaceID: workspace.configuration?.id)
    let inspection = BackupInspection(unlock: session.unlock(options.password, keyring), observer: session.observer)
    let places = try session.places(options.places, workspace, options.password)
    for (backup, record) in try places.byCreation().reversed() where places.mayBeOwn(record) {
      do {
        let view = try inspection.view(of: backup.source)
        defer { view.close() }
        try history.addBackup(
          backup.name, time: record?.created ?? view.manifest.created, session.workspace(in: view, options.keys))
      } catch let error as OKitError where [.locked, .malformed, .unsupported, .notFound].contains(error.kind) {
        console.warn("skipped the backup \(Console.printable(backup.name)): \(error.message)")
      }
    }
  }

  private func row(_ state: ValueHistory.State) -> [String] {
    let time = state.time.map { OKitCommand.time($0, session) } ?? "-"
    let value = state.value.map(Console.printable) ?? "(none)"
    switch state.origin {
    case .step(let step, let isCertain):
      return [
        String(step.number), time, Console.printable(step.command) + (isCertain ? "" : " or another program"), value,
      ]
    case .oldestKnown: return ["-", time, "oldest known", value]
    case .unknown: return ["-", time, "unknown", value]
    case .backup(let name): return ["-", time, "backup \(Console.printable(name))", value]
    }
  }

  private func writeJSON(_ changes: [ValueHistory.State]) throws {
    try console.writeJSON { writer in
      writer.array("history") { writer in
        for state in changes {
          writer.object { writer in
            switch state.origin {
            case .step(let step, let isCertain):
              writer.member("step", step.number)
              writer.member("command", step.command)
              writer.member("certain", isCertain)
            case .unknown: writer.member("gap", true)
            case .oldestKnown: break
            case .backup(let name): writer.member("backup", name)
            }
            writer.member("time", state.time.map(Timestamp.internet))
            writer.member("value", JSONText(state.value ?? "null"))
          }
        }
      }
    }
  }
}
