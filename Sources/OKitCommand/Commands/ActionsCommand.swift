import Bindings
import CommandKit
import JSONDocument
import OKitModels
import OKitStorage

struct ActionsCommand: Command {
  static let configuration = CommandConfiguration(
    "actions",
    abstract: "List the functions of an entity.",
    discussion: """
      A function is a program okit/functions/NAME, or described by okit/functions/NAME.json (see okit-format(5)), which \
      can also define a computed property. A function for other classes is not listed. A function that cannot be \
      called now is listed with the reason: its condition is not met, or its program is not allowed to run. \
      'okit call' calls a program, and 'okit get' prints the value of either.
      """,
    examples: [
      Example("okit actions 'books[0]'", "list what can be called for a book"),
      Example("okit actions --json 'books[0]'", "list it for a script"),
    ])

  @Argument(
    help: "The path of an entity; without it, the root of the model.", valueName: "path", completion: .workspace(.paths)
  )
  var path: String?
  @OptionGroup var start: StartOption
  @OptionGroup var keys: KeyOptions
  @OptionGroup var global: GlobalOptions

  func run(_ console: Console) throws {
    let session = Session(console, global)
    let binding = try Binding(parsing: path ?? ".")
    let workspace = try session.readingWorkspace(keys)
    let values = try ModelValues(workspace, model: start.name)
    let functions = try session.explaining([binding], in: workspace) {
      try values.functions(ofEntityAt: binding)
    }
    if console.json { return try writeJSON(functions, console) }
    guard !functions.isEmpty else { return console.note("no functions") }
    var table = TextTable([
      .init("NAME", cutting: .never), .init("KIND", cutting: .never), .init("CLASS"), .init("ENABLED"), .init("TITLE"),
    ])
    for function in functions {
      table.add([
        function.name, function.kind, function.description?.classes?.joined(separator: ", ") ?? "",
        function.refusal.map { "no: \($0)" } ?? "yes", function.description?.title ?? "",
      ])
    }
    try table.write(to: console)
  }

  private func writeJSON(_ functions: [WorkspaceFunction], _ console: Console) throws {
    try console.writeJSON { writer in
      writer.array("actions") { writer in
        for function in functions {
          writer.object { writer in
            writer.member("name", function.name)
            writer.member("title", function.description?.title)
            writer.member("description", function.description?.description)
            writer.member("kind", function.kind)
            if let classes = function.description?.classes {
              writer.array("class", of: classes)
            } else {
              writer.member("class", nil)
            }
            writer.member("enabled", function.refusal == nil)
            writer.member("reason", function.refusal)
          }
        }
      }
    }
  }
}

extension WorkspaceFunction {
  /// The kind of the function in words.
  fileprivate var kind: String { description?.binding == nil ? "program" : "binding" }
}
