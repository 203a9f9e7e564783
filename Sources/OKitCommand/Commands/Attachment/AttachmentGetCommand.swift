import Bindings
import CommandKit
import OKitModels

struct AttachmentGetCommand: Command {
  static let configuration = CommandConfiguration(
    "get",
    abstract: "Print or save the bytes of an attachment.",
    discussion: """
      Decrypts the bytes. With -o, okit writes the complete file or no file. Output to standard output is complete \
      only if the exit status is 0.
      """,
    examples: [
      Example("okit attachment get 'books[0]/icon' -o icon.png", "save an image to a file"),
      Example("okit data get note | file -", "pass the bytes to another program"),
    ])

  @Argument(help: "The path of the attachment.", valueName: "path", completion: .workspace(.paths))
  var path: String
  @Option(.shortAndLong, help: "The file to write; '-' is standard output.", valueName: "file", completion: .file)
  var output: String = "-"
  @OptionGroup var start: StartOption
  @OptionGroup var past: PastOptions
  @OptionGroup var keys: KeyOptions
  @OptionGroup var global: GlobalOptions

  func run(_ console: Console) throws {
    let session = Session(console, global)
    let binding = try Binding(parsing: path)
    let workspace = try session.workspace(keys, past)
    var attachments = Attachments(workspace)
    if past.at != nil { attachments.present = try session.workspaceIfAny(keys) }
    if output == "-", console.standardOutput.isTerminal {
      throw UsageError("cannot print binary data to a terminal; name a file with -o")
    }
    try session.explaining([binding], in: workspace) {
      guard output == "-" else {
        return try attachments.write(
          binding, model: start.name, to: session.absoluteOutput(output))
      }
      try attachments.read(binding, model: start.name) {
        try console.standardOutput.write($0)
      }
    }
  }
}
