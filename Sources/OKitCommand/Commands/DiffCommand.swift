import CommandKit
import JSONDocument
import OKitBackups
import OKitData
import OKitModels
import OKitStorage

struct DiffCommand: Command {
  static let configuration = CommandConfiguration(
    "diff",
    abstract: "Show the differences between two states of a workspace.",
    discussion: """
      Compares the models of two states by ids, not by positions: which entities were added, removed and moved, and which \
      values changed. A state is 'now', the name or path of a backup, @STEP of 'okit log', a date for the newest backup \
      until then, or the folder of another workspace or of data. Without states, it compares the newest backup with now, \
      without those that okit made before a change; with one, that one with now. A member that is null counts as missing. \
      Definitions, rules, forms and settings are not compared.

      A state after a step can be read as long as the history has its files: until they are too old, or their model is \
      encrypted, or another program changed them, and back to the last restore, which has a backup of the data before it.
      """,
    examples: [
      Example("okit diff", "show what has changed since the newest backup"),
      Example("okit diff @3 @5", "show what the steps after 3 up to 5 changed"),
      Example("okit diff monday -m default --stat", "count what has changed in one model since a backup"),
    ],
    statuses: [ManualEntry("1", "there is a difference, with -e")])

  @Argument(help: "The old state. (default: the newest backup)", valueName: "from", completion: .workspace(.backups))
  var from: String?
  @Argument(help: "The new state. (default: now)", valueName: "to", completion: .workspace(.backups))
  var to: String?
  @Option(
    .shortAndLong, help: "Only this model. Can be repeated.", valueName: "name", completion: .workspace(.models))
  var model: [String] = []
  @Flag(.long, help: "Print only the number of differences in each model.")
  var stat: Bool
  @Flag(.customShort("e"), .customLong("exit-status"), help: "Exit with status 1 if there is a difference.")
  var exitStatus: Bool
  @OptionGroup var places: PlaceOptions
  @OptionGroup var password: PasswordOptions
  @OptionGroup var keys: KeyOptions
  @OptionGroup var global: GlobalOptions

  func run(_ console: Console) throws {
    let session = Session(console, global)
    let (old, new) = try session.states((from, to ?? "now"), keys, places, password)
    let comparison = try WorkspaceComparison(from: old, to: new, models: model.uniqueModelNames())
    if console.json {
      try stat ? writeJSONCounts(comparison, console) : writeJSON(comparison, console)
    } else if stat {
      try writeCounts(comparison, console)
    } else {
      for change in comparison.changes { try console.standardOutput.writeLine(line(change, console)) }
    }
    if !console.json, comparison.isEmpty { console.note("no differences") }
    if exitStatus, !comparison.isEmpty { throw ExitStatus(Status.found) }
  }

  private func line(_ change: WorkspaceComparison.Change, _ console: Console) -> String {
    let output = console.standardOutput
    let (difference, path) = (change.change, Console.printable(change.change.path))
    if let former = change.movedFrom ?? difference.formerPath {
      return output.styled("\(path) moved from \(Console.printable(former))", .yellow)
    }
    var line: String
    if let bytes = change.bytes {
      switch difference.kind {
      case .managed: line = "+ \(path) " + text(bytes.new, console)
      case .unmanaged: line = "- \(path) " + text(bytes.old, console)
      case .changed: line = "\(path) \(text(bytes.old, console)) -> \(text(bytes.new, console))"
      }
    } else {
      var limit: Int?
      if output.isTerminal {
        // Half of the rest of the line for each value, but enough to recognize it.
        limit = max(Self.narrowest, (console.columns - ColumnWidth.of(path) - " ".count - " -> ".count) / 2 - "…".count)
      }
      line = ChangeText(change: difference, limit: limit).line
    }
    switch difference.kind {
    case .managed: return output.styled(line, .green)
    case .unmanaged: return output.styled(line, .red)
    case .changed: return line
    }
  }

  /// The least number of characters of a value that are shown.
  private static let narrowest = 10

  private func text(_ bytes: AttachmentSummary?, _ console: Console) -> String {
    guard let bytes else { return "none" }
    let type = bytes.type.isEmpty ? "unknown type" : Console.printable(bytes.type)
    guard let count = bytes.size else { return "\(type), \(bytes.isUnreadable ? "unreadable" : "missing")" }
    return "\(type), \(console.standardOutput.isTerminal ? size(count, console) : "\(count) bytes")"
  }

  private func writeCounts(_ comparison: WorkspaceComparison, _ console: Console) throws {
    var table = TextTable([
      .init("MODEL", cutting: .never), .init("ADDED", .right), .init("REMOVED", .right), .init("MOVED", .right),
      .init("CHANGED", .right),
    ])
    for counts in Self.counts(comparison) {
      table.add([counts.model.description] + counts.numbers.map(\.description))
    }
    if !comparison.changes.isEmpty { try table.write(to: console) }
  }

  private func writeJSONCounts(_ comparison: WorkspaceComparison, _ console: Console) throws {
    try console.writeJSON { writer in
      writer.array("models") { writer in
        for counts in Self.counts(comparison) {
          writer.object { writer in
            writer.member("model", counts.model.description)
            for (name, number) in zip(["added", "removed", "moved", "changed"], counts.numbers) {
              writer.member(name, number)
            }
          }
        }
      }
    }
  }

  /// Returns for each model with a difference the numbers of what was added, removed, moved and changed.
  private static func counts(_ comparison: WorkspaceComparison) -> [(model: ModelName, numbers: [Int])] {
    let groups = Dictionary(grouping: comparison.changes, by: \.change.model).sorted { $0.key < $1.key }
    return groups.map { model, changes in
      func number(_ isCounted: (WorkspaceComparison.Change) -> Bool) -> Int { changes.count(where: isCounted) }
      return (
        model,
        [
          number { $0.change.kind == .managed && !$0.isMove }, number { $0.change.kind == .unmanaged },
          number(\.isMove),
          number { $0.change.kind == .changed && !$0.isMove },
        ]
      )
    }
  }

  private func writeJSON(_ comparison: WorkspaceComparison, _ console: Console) throws {
    try console.writeJSON { writer in
      writer.array("changes") { writer in
        for change in comparison.changes {
          writer.object { writer in
            writer.member("kind", change.isMove ? "moved" : change.change.kind.word)
            writer.member("model", change.change.model.description)
            writer.member("path", change.change.path)
            writer.member("id", change.change.id)
            writer.member("old", change.isMove ? nil : change.change.old)
            writer.member("new", change.isMove ? nil : change.change.new)
            writer.member("from", change.movedFrom ?? change.change.formerPath)
            write(change.bytes?.old, "oldBytes", &writer)
            write(change.bytes?.new, "newBytes", &writer)
          }
        }
      }
    }
  }

  private func write(_ bytes: AttachmentSummary?, _ name: String, _ writer: inout JSONWriter) {
    guard let bytes else { return writer.member(name, JSONText("null")) }
    writer.object(name) { writer in
      writer.member("type", bytes.type)
      writer.member("size", bytes.size.map { Int($0) })
    }
  }
}

extension WorkspaceComparison.Change {
  /// True if something only has another place.
  var isMove: Bool { movedFrom != nil || change.formerPath != nil }
}

extension EntityChange.Kind {
  /// The word for the kind in the output.
  var word: String {
    switch self {
    case .managed: "added"
    case .unmanaged: "removed"
    case .changed: "changed"
    }
  }
}
