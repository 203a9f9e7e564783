import Bindings
import CommandKit
import Glibc
import OKitData
import OKitModels
import OKitRemote
import OKitStorage

struct WatchCommand: Command {
  static let configuration = CommandConfiguration(
    "watch",
    abstract: "Print changes as they happen.",
    discussion: """
      Watches the model files for changes by any program, until you stop it. Without a path it prints one line for \
      every changed value, 'default:books[3]/price 12.5 -> 13', and one for every added or removed entity, '+ \
      default:books[41] Dune', without lines for its properties. For an element that only changes its position, the \
      line is 'NEW moved from OLD', and with --json the member "from" is the old path. With paths it watches only the \
      values at these paths. Changes that follow each other closely, such as those of one command, are one batch. \
      --exec runs a command for each batch, with the changes on standard input as --json prints them: model, path, id, \
      old and new (null for no value). If a file is damaged or cannot be decrypted, or the data folder is missing, \
      okit prints a warning and continues with the last known data.
      """,
    examples: [
      Example("okit watch", "print all changes"),
      Example("okit watch books.@count 'books[*]/price'", "print changes to the number of books and to their prices"),
      Example("okit watch --json | jq -r .path", "print changes for another program"),
      Example(
        "okit watch -q --exec 'okit -q backup create --password-file ~/.backup-password'",
        "make a backup after each change"),
      Example("okit watch --once -q; make", "wait for a change, then run another command"),
    ])

  @Argument(help: "The paths.", valueName: "path", completion: .workspace(.paths))
  var paths: [String] = []
  @Option(
    .shortAndLong, help: "The model that paths start in; without paths, watch only this model.", valueName: "model",
    completion: .workspace(.models))
  var model: String?
  @Flag(.long, help: "Exit after the first batch of changes.")
  var once: Bool
  @Option(.long, help: "Run this command with sh for each batch of changes.", valueName: "command")
  var exec: String?
  @OptionGroup var keys: KeyOptions
  @OptionGroup var global: GlobalOptions

  func run(_ console: Console) throws {
    let session = Session(console, global)
    // A malformed path is reported before anything is read.
    let bindings = try paths.map { try Binding(parsing: $0) }
    let name = try model.map { try ModelName($0) }
    let workspace = try session.workspace(keys)
    try noteServers(session, workspace, bindings, name)
    let watch =
      try bindings.isEmpty
      ? WorkspaceWatch(workspace, model: name)
      : WorkspaceWatch(
        workspace, bindings: bindings, model: name)
    try session.explaining(bindings, in: workspace) { try watch.start() }
    console.announce("watching \(workspace.root)")
    let output = Self.pipe(console.standardOutput.descriptor)
    repeat {
      guard let changes = try watch.next(output: output) else { throw OutputClosed() }
      try write(changes, console)
      if let exec { try run(exec, changes, console) }
    } while !once
  }

  /// Throws an error of kind `unsupported` if a model to watch is only on its server, and warns of others that are.
  private func noteServers(
    _ session: Session, _ workspace: Workspace, _ bindings: [Binding], _ model: ModelName?
  ) throws {
    let missing = try session.remoteModels(workspace).missing()
    guard !missing.isEmpty else { return }
    let values = try ModelValues(workspace, model: model)
    let wanted = try bindings.map { try values.modelName(of: $0) } + (model.map { [$0] } ?? [])
    if let name = wanted.first(where: missing.contains) {
      throw OKitError(
        .unsupported, "model \(name) is only on its server, where changes are not seen",
        remedy: .words("run 'okit remote pull \(name)' to watch a local copy"))
    }
    if wanted.isEmpty {
      session.console.warn(
        "models on their servers are not watched: \(missing.map(\.description).joined(separator: ", "))")
    }
  }

  /// Returns `descriptor` if it is a pipe or socket, so that the watch ends with its reader.
  private static func pipe(_ descriptor: Int32) -> Int32? {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { return nil }
    return [S_IFIFO, S_IFSOCK].contains(status.st_mode & S_IFMT) ? descriptor : nil
  }

  private func write(_ changes: [EntityChange], _ console: Console) throws {
    let output = console.standardOutput
    for change in changes {
      let text = ChangeText(change: change)
      if console.json { try console.writeEscaped(json: text.json) } else { try output.writeLine(text.line) }
    }
    try output.flush()
  }

  private func run(_ line: String, _ changes: [EntityChange], _ console: Console) throws {
    let request = ProgramRequest(
      executable: "/bin/sh", arguments: ["-c", line], input: changes.flatMap { ChangeText(change: $0).json })
    do {
      let outcome = try ProgramLauncher(console, printingTo: console.standardOutput).run(request)
      if let fault = outcome.ending.fault { console.warn("'\(line)' \(fault)") }
    } catch let error as SystemError {
      console.warn(error.description)
    }
  }
}
