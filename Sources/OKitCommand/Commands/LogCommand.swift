import Bindings
import CommandKit
import JSONDocument
import OKitBackups
import OKitHistory
import OKitStorage

struct LogCommand: Command {
  static let configuration = CommandConfiguration(
    "log",
    abstract: "List the latest changes and the backups, or the history of a value.",
    discussion: """
      Prints one line for each change that okit made, the newest first, and for each backup in the folder of backups. \
      With --backups, it also lists those in the repository, or those in --folder or --repository, which need no \
      workspace. A change has a number, which 'okit undo --to' takes. The log contains the command, the time and the \
      number of files of a change, but no arguments and no values.

      okit keeps the files that a change replaces or removes in okit/.steps, as they were stored, for up to 100 changes, \
      30 days and 1 GB. 'history' in okit.json sets other limits; the oldest changes go first, and 0 keeps nothing. \
      When a model is encrypted, its unencrypted versions are removed from okit/.steps.

      With a path, it prints the values that were there, the newest first, and what changed them. It follows an entity by \
      its id, so its values are found wherever it was. With --backups, it also reads all backups. A path needs a workspace.
      """,
    examples: [
      Example("okit log", "list changes and backups, the newest first"),
      Example("okit log --json", "list them for a script"),
      Example("okit log 'books[0]/name' --backups", "show the former names of a book, also those in backups"),
    ])

  @Argument(help: "The path of a value.", valueName: "path", completion: .workspace(.paths))
  var path: String?
  @Flag(.long, help: "Also list the backups in the repository or the given place; with a path, read all backups.")
  var backups: Bool
  @OptionGroup var start: StartOption
  @OptionGroup var places: PlaceOptions
  @OptionGroup var password: PasswordOptions
  @OptionGroup var keys: KeyOptions
  @OptionGroup var global: GlobalOptions

  func validate() throws {
    if start.model != nil && path == nil { throw UsageError("--model needs a path", showsUsage: true) }
    if !backups, let option = password.givenOption ?? places.givenOption {
      throw UsageError("\(option) needs --backups", showsUsage: true)
    }
  }

  private enum Entry {
    case step(HistoryStep)
    case backup(BackupListing.Backup, created: Int64)

    var time: Int64 {
      switch self {
      case .step(let step): step.time
      case .backup(_, let created): created
      }
    }
  }

  func run(_ console: Console) throws {
    let session = Session(console, global)
    if let path { return try ValueLog(session, self).write(Binding(parsing: path)) }
    let workspace = try session.workspace(ofBackups: [], places, keys)
    let steps = try workspace.map { try History($0).steps() } ?? []
    var found: [BackupListing.Recorded] = []
    do {
      found = try workspace.map { try BackupPlaces($0).byCreation() } ?? []
    } catch let error as OKitError where error.kind == .notFound && !backups {
      // The steps can be shown without the folder.
      console.warn(error.message)
    }
    // Changes name backups in this folder.
    let own = Set(found.map(\.backup.source))
    if backups {
      let places = try session.places(places, workspace, password)
      found += try places.byCreation().filter { places.mayBeOwn($0.record) && !own.contains($0.backup.source) }
    }
    let backups = found.map { (backup: $0.backup, created: $0.record?.created ?? $0.backup.modified) }
      .sorted { $0.backup.order(created: $0.created) > $1.backup.order(created: $1.created) }
    let entries = Self.merged(steps, backups, own)
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
    let names = Set(backups.filter { own.contains($0.backup.source) }.map { ExactText($0.backup.name) })
    for entry in entries { table.add(try row(entry, names, session)) }
    try table.write(to: console)
  }

  /// Returns steps and backups by time, the newest first. Steps keep the order of their numbers, even if the clock was set back.
  private static func merged(
    _ steps: [HistoryStep], _ backups: [(backup: BackupListing.Backup, created: Int64)], _ own: Set<BackupSource>
  ) -> [Entry] {
    var entries: [Entry] = []
    // A backup that a change made is older than it, even in the same second.
    var made: [Int: (backup: BackupListing.Backup, created: Int64)] = [:]
    var unused = backups.filter { own.contains($0.backup.source) && $0.backup.isSafetyBackup }
    for step in steps {
      let index = unused.firstIndex { backup, created in
        if case .backup(let name) = step.state { return backup.name.isExactly(name) }
        // The last word of the command is in its name.
        let words = step.command.split(separator: " ")
        return created == step.time && backup.name.withoutPrefix("before-\(words.last ?? "")-") != nil
      }
      if let index { made[step.number] = unused.remove(at: index) }
    }
    let sources = Set(made.values.map(\.backup.source))
    var backups = backups.filter { !sources.contains($0.backup.source) }[...]
    for step in steps {
      // In one second, a backup before a change comes before it, and any other one after it.
      while let (backup, created) = backups.first, (created, backup.isSafetyBackup ? 0 : 1) >= (step.time, 1) {
        entries.append(.backup(backup, created: created))
        backups.removeFirst()
      }
      entries.append(.step(step))
      entries += made[step.number].map { [.backup($0.backup, created: $0.created)] } ?? []
    }
    return entries + backups.map { .backup($0.backup, created: $0.created) }
  }

  private func row(_ entry: Entry, _ backups: Set<ExactText>, _ session: Session) throws -> [String] {
    let time = time(entry.time, session)
    switch entry {
    case .backup(let backup, _):
      return ["-", time, "backup \(Console.printable(backup.name))", "-", "-", "-"]
    case .step(let step):
      let files = step.documents + step.attachments + step.others
      // A restore exchanges whole folders.
      let number = if case .backup = step.state, files == 0 { "-" } else { String(files) }
      return [
        String(step.number), time, Console.printable(step.command), number, size(step.size, session.console),
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
    case .backup(let backup, let created):
      writer.member("backup", backup.name)
      writer.member("time", Timestamp.internet(created))
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
