import CommandKit
import JSONDocument
import OKitModels
import OKitStorage

struct PartialListCommand: Command {
  static let configuration = CommandConfiguration(
    "list",
    abstract: "List partials.",
    discussion: "Reports stand-ins with a missing file if the definitions require one.",
    examples: [
      Example("okit partial list", "list the partials of all models"),
      Example("okit partial list directory --json", "list the partials of one model for a script"),
    ])

  @Argument(help: "Only these models.", valueName: "model", completion: .workspace(.models))
  var models: [String] = []
  @OptionGroup var past: PastOptions
  @OptionGroup var keys: KeyOptions
  @OptionGroup var global: GlobalOptions

  func run(_ console: Console) throws {
    let session = Session(console, global)
    let workspace = try session.workspace(keys, past)
    let partials = try Partials(workspace)
      .list(models.uniqueModelNames())
    if console.json { return try writeJSON(partials, console) }
    guard !partials.isEmpty else { return console.note("no partials") }
    var table = TextTable([
      .init("STAND-IN", cutting: .never), .init("CLASS"), .init("NAME"), .init("FILE", cutting: .early),
      .init("SIZE", .right), .init("STATE", cutting: .never, wordStyles: stateStyles),
    ])
    for partial in partials {
      table.add([
        partial.path ?? "", partial.className ?? "", partial.name ?? "", partial.file.text,
        partial.size.map { size($0, console) } ?? "", partial.state.rawValue,
      ])
    }
    try table.write(to: console)
  }

  private func writeJSON(_ partials: [Partials.Partial], _ console: Console) throws {
    try console.writeJSON { writer in
      writer.array("partials") { writer in
        for partial in partials {
          writer.object { writer in
            writer.member("model", partial.model.description)
            writer.member("path", partial.path)
            writer.member("id", partial.id)
            writer.member("class", partial.className)
            writer.member("name", partial.name)
            writer.member("file", partial.file)
            writer.member("size", partial.size.map { Int($0) })
            writer.member("state", partial.state.rawValue)
          }
        }
      }
    }
  }
}
