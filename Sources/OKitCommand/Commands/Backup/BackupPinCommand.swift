import CommandKit
import JSONDocument
import OKitBackups
import OKitStorage

struct BackupPinCommand: Command {
  static let configuration = CommandConfiguration(
    "pin",
    abstract: "Protect backups from 'backup prune'.",
    discussion: "'okit backup unpin' ends the protection. 'okit backup delete' deletes pinned backups, too.",
    examples: [Example("okit backup pin 20261121T075014Z", "keep a backup until it is unpinned")])

  @OptionGroup var selection: PinOptions
  @OptionGroup var global: GlobalOptions

  func run(_ console: Console) throws { try selection.setPinned(true, Session(console, global)) }
}

struct BackupUnpinCommand: Command {
  static let configuration = CommandConfiguration(
    "unpin",
    abstract: "End the protection of backups from 'backup prune'.",
    examples: [Example("okit backup unpin 20261121T075014Z", "let 'backup prune' decide about a backup again")])

  @OptionGroup var selection: PinOptions
  @OptionGroup var global: GlobalOptions

  func run(_ console: Console) throws { try selection.setPinned(false, Session(console, global)) }
}

/// The arguments of `backup pin` and `backup unpin`.
struct PinOptions: ParsableArguments {
  @Argument(help: "The backups.", valueName: "name", completion: .workspace(.backups))
  var names: [String]
  @Flag(.customShort("n"), .customLong("dry-run"), help: "Show what would happen, and change nothing.")
  var dryRun: Bool
  @OptionGroup var places: PlaceOptions
  @OptionGroup var password: PasswordOptions

  func setPinned(_ isPinned: Bool, _ session: Session) throws {
    let console = session.console
    let workspace = try session.workspace(ofBackups: [], self.places, dryRun: dryRun)
    let places = try session.places(self.places, workspace, password, dryRun: dryRun)
    // Every name is looked up before anything is changed.
    var sources: [BackupSource] = []
    for name in names {
      let source = try places.source(of: name, from: FilePath.workingFolder())
      if !sources.contains(source) { sources.append(source) }
    }
    try places.changeRecords(of: sources) { $0.label.isPinned = isPinned }
    for source in sources {
      console.note(
        "\(dryRun ? "would be " : "")\(isPinned ? "pinned" : "unpinned") \(Console.printable(source.name))"
      )
    }
    guard console.json else { return }
    try console.writeJSON { writer in
      writer.array(isPinned ? "pinned" : "unpinned", of: sources.map(\.name))
      writer.member("dryRun", dryRun)
    }
  }
}
