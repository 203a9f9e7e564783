import Bindings
import CommandKit
import Glibc
import JSONDocument
import OKitEditing
import OKitModels
import OKitStorage

struct AttachmentPutCommand: Command {
  static let configuration = CommandConfiguration(
    "put",
    abstract: "Store the bytes of an attachment, or change where they are stored.",
    discussion: """
      Keeps the entity's id and sets its size and format to match the bytes: PNG, JPEG, GIF, WebP, HEIC or PDF. If \
      the path is an empty property, a new entity is created; if it is an array, one is appended. --inline stores \
      the bytes in the entity, --separate in a file; without a FILE, the existing bytes are moved. Prints the path.
      """,
    examples: [
      Example("okit attachment put 'books[0]/icon' cover.png", "replace an icon"),
      Example("okit data put 'books[0]/icon' --inline", "move the bytes of an icon into the model"),
      Example("date | okit data put note -", "store the output of another program"),
    ])

  @Argument(
    help: "The path of the attachment, of an empty property, or of an array.", valueName: "path",
    completion: .workspace(.paths))
  var path: String
  @Argument(help: "The file with the bytes; '-' is standard input.", valueName: "file", completion: .file)
  var file: String?
  @Flag(.long, help: "Store the bytes in the entity.")
  var inline: Bool
  @Flag(.long, help: "Store the bytes in a separate file.")
  var separate: Bool
  @Option(
    .long, help: "The format, such as image/png, instead of the detected one.", valueName: "format",
    completion: .values(MediaType.allCases.map(\.rawValue)))
  var format: String?
  @OptionGroup var edit: EditOptions
  @OptionGroup var global: GlobalOptions

  func validate() throws {
    if inline && separate { throw UsageError("--inline and --separate cannot be used together", showsUsage: true) }
    if file == nil && !inline && !separate {
      throw UsageError("missing file; use --inline or --separate to move the existing bytes", showsUsage: true)
    }
  }

  func run(_ console: Console) throws {
    let session = Session(console, global)
    let binding = try Binding(parsing: path)
    let workspace = try edit.workspace(session)
    let attachments = Attachments(workspace)
    let content = try content(session)
    let outcome = try session.explaining([binding], in: workspace) {
      try attachments.put(
        binding, model: edit.start.name, content: content, storage: inline ? .inline : separate ? .separate : nil,
        format: format)
    }
    if let name = outcome.unexpectedClass {
      console.warn("the definitions declare the class \(name) at \(outcome.path), which an app stores differently")
    }
    let place = outcome.file.map { "in \($0)" } ?? "in the entity"
    let ofFormat = outcome.format.isEmpty ? "" : " of \(outcome.format)"
    let verb = edit.dryRun ? "would store" : "stored"
    console.note("\(verb) \(sizeInNote(outcome.size, console))\(ofFormat) \(place)")
    if console.json {
      try console.writeJSON { writer in
        writer.member("path", outcome.path)
        writer.member("id", outcome.id)
        writer.member("format", outcome.format)
        writer.member("size", Int(outcome.size))
        writer.member("file", outcome.file)
        writer.member("new", outcome.isNew)
        writer.member("dryRun", edit.dryRun)
      }
    } else if !edit.dryRun {
      try console.writeResult(outcome.path)
    }
  }

  private func content(_ session: Session) throws -> AttachmentContent? {
    guard let file else { return nil }
    guard file == "-" else { return try AttachmentContent(path: session.absolute(file)) }
    return try AttachmentContent(reading: session.standardInput("the bytes of the attachment"))
  }
}
