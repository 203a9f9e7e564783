import Bindings
import CommandKit
import Glibc
import OKitData
import OKitModels
import OKitStorage

struct WatchCommand: Command {
  static let configuration = CommandConfiguration(
    "watch",
    abstract: "Print a line for each change, as it happens.",
    discussion: """
      Follows the files of the models, whoever changes them, until it is ended. Without a path every value that changes gets a line, \
      'default:books[3]/price 12.5 -> 13', and every entity that comes or goes, '+ default:books[41] Dune'; what is in it comes and goes with \
      it. An element that only has another place among the others 'moved from' where it was. With paths the values that they lead to are \
      watched, and nothing else. Changes that come close together, as those of one command, are one batch. With --exec a command runs for \
      each batch and gets its lines on standard input, as --json prints them: model, path, id, old and new, where null is nothing, and from \
      for what moved. A file that is damaged, locked or gone with its data folder gets a warning, and what it held before goes on.
      """,
    examples: [
      Example("okit watch", "everything"),
      Example("okit watch books.@count 'books[*]/price'", "how many books there are, and their prices"),
      Example("okit watch --json | jq -r .path", "for another program"),
      Example(
        "okit watch -q --exec 'okit -q backup create --password-file ~/.backup-password'", "a backup after each change"),
      Example("okit watch --once -q; make", "wait for a change"),
    ])

  @Argument(help: "The paths.", valueName: "path", completion: .workspace(.paths))
  var paths: [String] = []
  @Option(
    .shortAndLong, help: "The model that paths start in; without paths, the only one to watch.", valueName: "model",
    completion: .workspace(.models))
  var model: String?
  @Flag(.long, help: "End after the first changes.")
  var once: Bool
  @Option(.long, help: "Run this with sh for each batch of changes.", valueName: "command")
  var exec: String?
  @OptionGroup var keys: KeyOptions
  @OptionGroup var global: GlobalOptions

  func run(_ console: Console) throws {
    let session = Session(console, global)
    // A path that makes no sense is said so before anything is looked for.
    let bindings = try paths.map { try Binding(parsing: $0) }
    let name = try model.map { try ModelName($0) }
    let workspace = try session.workspace(keys)
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

  /// `descriptor` where it leads to another program, whose end is an end for us as well.
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
