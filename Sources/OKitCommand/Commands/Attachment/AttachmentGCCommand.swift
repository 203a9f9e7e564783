import CommandKit
import JSONDocument
import OKitEditing
import OKitModels
import OKitStorage

struct AttachmentGCCommand: Command {
  static let configuration = CommandConfiguration(
    "gc",
    abstract: "Remove files of attachments that no entity names.",
    discussion: """
      Every model and partial is read first. Nothing is removed while one cannot be read, a model that the app registers has no file, or an \
      attachment lacks its id, since these might name them. 'okit check --fix' moves such files to okit/backup instead.
      """,
    examples: [Example("okit attachment gc --dry-run", "what would go"), Example("okit attachment gc", "make it so")])

  @Flag(.customShort("n"), .customLong("dry-run"), help: "Only say what would be done.")
  var dryRun: Bool
  @OptionGroup var keys: KeyOptions
  @OptionGroup var global: GlobalOptions

  func run(_ console: Console) throws {
    let session = Session(console, global)
    let workspace = try session.workspace(keys)
    let removed = try Attachments(workspace)
      .collectGarbage(dryRun: dryRun)
    if console.json {
      return try console.writeJSON { writer in
        writer.array(dryRun ? "removable" : "removed") { writer in
          for (file, size) in removed {
            writer.object { writer in
              writer.member("file", file)
              writer.member("size", Int(size))
            }
          }
        }
      }
    }
    for (file, _) in removed { try console.standardOutput.writeLine(Console.printable(file)) }
    let total = removed.reduce(0) { $0 + $1.size }
    console.note(
      "\(dryRun ? "would remove" : "removed") \(count(removed.count, "file")) of \(sizeInNote(total, console))")
  }
}
