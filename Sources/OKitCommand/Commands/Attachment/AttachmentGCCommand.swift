import CommandKit
import JSONDocument
import OKitEditing
import OKitModels
import OKitStorage

struct AttachmentGCCommand: Command {
  static let configuration = CommandConfiguration(
    "gc",
    abstract: "Remove attachment files that no entity uses.",
    discussion: """
      Reads every model and partial first. Removes nothing if one cannot be read, if a registered model has no file, \
      or if an attachment has no id, because these might use the files. 'okit check --fix' moves unused files to \
      okit/backup instead.
      """,
    examples: [
      Example("okit attachment gc --dry-run", "show the unused files"),
      Example("okit attachment gc", "remove the unused files"),
    ])

  @Flag(.customShort("n"), .customLong("dry-run"), help: "Show what would happen, and change nothing.")
  var dryRun: Bool
  @OptionGroup var consent: ConsentOption
  @OptionGroup var hooks: HookOptions
  @OptionGroup var keys: KeyOptions
  @OptionGroup var global: GlobalOptions

  func run(_ console: Console) throws {
    let session = Session(console, global)
    consent.apply(to: session)
    let workspace = try session.workspace(keys, dryRun: dryRun)
    hooks.apply(to: workspace)
    let removed = try Attachments(workspace)
      .collectGarbage()
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
    if removed.isEmpty { return console.note("nothing to remove: every file is used") }
    for (file, _) in removed { try console.standardOutput.writeLine(Console.printable(file.text)) }
    let total = removed.reduce(0) { $0 + $1.size }
    console.note(
      "\(dryRun ? "would remove" : "removed") \(count(removed.count, "file")) of \(sizeInNote(total, console))")
  }
}
