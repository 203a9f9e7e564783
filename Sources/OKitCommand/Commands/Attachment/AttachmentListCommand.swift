import CommandKit
import JSONDocument
import OKitModels
import OKitStorage

struct AttachmentListCommand: Command {
  static let configuration = CommandConfiguration(
    "list",
    abstract: "List attachments.",
    discussion: """
      okit detects the format from the bytes. If it does not recognize them, it shows the format that the entity \
      declares. The size is that of the decrypted bytes.
      """,
    examples: [
      Example("okit attachment list", "list the attachments of all models"),
      Example("okit data list default --json", "list the attachments of one model for a script"),
    ])

  @Argument(help: "Only these models.", valueName: "model", completion: .workspace(.models))
  var models: [String] = []
  @OptionGroup var past: PastOptions
  @OptionGroup var keys: KeyOptions
  @OptionGroup var global: GlobalOptions

  func run(_ console: Console) throws {
    let session = Session(console, global)
    let workspace = try session.workspace(keys, past)
    let attachments = try Attachments(workspace)
      .list(models.uniqueModelNames())
    if console.json { return try writeJSON(attachments, console) }
    guard !attachments.isEmpty else { return console.note("no attachments") }
    var table = TextTable([
      .init("ATTACHMENT", cutting: .never), .init("FORMAT"), .init("PIXELS", .right), .init("SIZE", .right),
      .init("STATE", cutting: .never, wordStyles: stateStyles), .init("FILE", cutting: .early),
    ])
    for attachment in attachments {
      table.add([
        attachment.path, attachment.content?.rawValue ?? attachment.format,
        attachment.pixels.map { "\($0.width)×\($0.height)" } ?? "", attachment.size.map { size($0, console) } ?? "",
        attachment.state.rawValue, attachment.file?.text ?? "",
      ])
    }
    try table.write(to: console)
  }

  private func writeJSON(_ attachments: [Attachment], _ console: Console) throws {
    try console.writeJSON { writer in
      writer.array("attachments") { writer in
        for attachment in attachments {
          writer.object { writer in
            writer.member("model", attachment.model.description)
            writer.member("path", attachment.path)
            writer.member("id", attachment.id)
            writer.member("format", attachment.format)
            writer.member("content", attachment.content?.rawValue)
            writer.member("declaredSize", Int(attachment.declaredSize))
            writer.member("size", attachment.size.map { Int($0) })
            writer.member("width", attachment.pixels?.width)
            writer.member("height", attachment.pixels?.height)
            writer.member("file", attachment.file)
            writer.member("state", attachment.state.rawValue)
          }
        }
      }
    }
  }
}
