import CommandKit
import JSONDocument
import OKitBackups
import OKitHistory
import OKitStorage

struct LogCommand: Command {
  static let configuration = CommandConfiguration(
    "log",
    abstract: "List the latest changes and the backups.",
    discussion: """
      Prints one line for each change that okit made, the newest first, and for each backup. A change has a number, \
      which 'okit undo --to' takes. The log contains the command, the time and the number of files of a change, but no \
      arguments and no values.

      okit keeps the files that a change replaces or removes in okit/.steps, as they were stored, for up to 100 changes, \
      30 days and 1 GB. 'history' in okit.json sets other limits; the oldest changes go first, and 0 keeps nothing. \
      When a model is encrypted, its unencrypted versions are removed from okit/.steps.
      """,
    examples: [
      Example("okit log", "list changes and backups, the newest first"),
      Example("okit log --json", "list them for a script"),
    ])

  @OptionGroup var global: GlobalOptions

  private enum Entry {
    case step(HistoryStep)
    case backup(BackupListing.Backup)

    var time: Int64 {
      switch self {
      case .step(let step): step.time
      case .backup(let backup): backup.modified
      }
    }
  }

  func run(_ console: Console) throws {
    let session = Session(console, global)
    let workspace = try session.workspace()
    let steps = try History(workspace).steps()
    let backups = try BackupListing(workspace).backups
    let entries = Self.merged(steps, backups)
    if console.json {
      return try console.writeJSON { writer in
        try writer.array("log") { writer in
          for entry in entries { try writer.object { try write(entry, to: &$0) } }
        }
      }
    }
    guard !entries.isEmpty else { return console.note("no changes and no backups yet") }
    var table = TextTable([
      .init("STEP", .right, cutting: .never), .init("TIME", cutting: .early), .init("CHANGE", cutting: .never),
      .init("FILES", .right), .init("KEPT", .right), .init("NOTE", cutting: .late),
    ])
    let names = Set(backups.map { ExactText($0.name) })
    for entry in entries { table.add(try row(entry, names, session)) }
    try table.write(to: console)
  }

  /// Returns steps and backups by time, the newest first. Steps keep the order of their numbers, even if the clock was set back.
  private static func merged(_ steps: [HistoryStep], _ backups: [BackupListing.Backup]) -> [Entry] {
    var entries: [Entry] = []
    var backups = backups[...]
    for step in steps {
      while let backup = backups.first, backup.modified >= step.time {
        entries.append(.backup(backup))
        backups.removeFirst()
      }
      entries.append(.step(step))
    }
    return entries + backups.map(Entry.backup)
  }

  private func row(_ entry: Entry, _ backups: Set<ExactText>, _ session: Session) throws -> [String] {
    let time = time(entry.time, session)
    switch entry {
    case .backup(let backup):
      return ["-", time, "backup \(Console.printable(backup.name))", "-", "-", "-"]
    case .step(let step):
      let files = step.documents + step.attachments + step.others
      return [
        String(step.number), time, Console.printable(step.command), String(files), size(step.size, session.console),
        note(of: step, backups),
      ]
    }
  }

  private func note(of step: HistoryStep, _ backups: Set<ExactText>) -> String {
    switch step.state {
    case .undoable: "-"
    case .reversed: step.reversed.isEmpty ? "undone" : "reversed"
    case .reversal: "of step \(step.reversed.reversed().map(String.init).joined(separator: ", "))"
    case .keys: "changed no values"
    case .backup(let name) where backups.contains(ExactText(name)): "the data before is in \(name)"
    case .backup(let name): "the data before was in \(name), which is deleted"
    case .lost: "cannot be undone"
    }
  }

  private func write(_ entry: Entry, to writer: inout JSONWriter) throws {
    switch entry {
    case .backup(let backup):
      writer.member("backup", backup.name)
      writer.member("time", Timestamp.internet(backup.modified))
      writer.member("size", Int(try backup.size))
    case .step(let step):
      writer.member("step", step.number)
      writer.member("time", Timestamp.internet(step.time))
      writer.member("command", step.command)
      writer.member("state", step.state.name)
      writer.member("documents", step.documents)
      writer.member("attachments", step.attachments)
      writer.member("others", step.others)
      writer.member("size", Int(step.size))
      if !step.reversed.isEmpty { writer.array("reverses", of: step.reversed) }
      if case .backup(let name) = step.state { writer.member("before", name) }
    }
  }
}

extension HistoryStep.State {
  /// The word in JSON.
  fileprivate var name: String {
    switch self {
    case .undoable: "undoable"
    case .reversed: "reversed"
    case .reversal: "reversal"
    case .keys: "keys"
    case .backup: "backup"
    case .lost: "lost"
    }
  }
}
