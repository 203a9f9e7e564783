import CommandKit
import OKitModels

struct RefListCommand: Command {
  static let configuration = CommandConfiguration(
    "list",
    abstract: "List references and their targets.",
    discussion: "A dangling reference is shown with its id and a question mark.",
    examples: [
      Example("okit ref list", "list the references of all models"),
      Example("okit ref list default --json", "list the references of one model for a script"),
    ])

  @Argument(help: "Only references in these models.", valueName: "model", completion: .workspace(.models))
  var models: [String] = []
  @OptionGroup var past: PastOptions
  @OptionGroup var keys: KeyOptions
  @OptionGroup var global: GlobalOptions

  func run(_ console: Console) throws {
    let session = Session(console, global)
    let workspace = try session.workspace(keys, past)
    let listing = try References(workspace)
      .list(models.uniqueModelNames())
    listing.warnOfUnread(session)
    if console.json { return try console.writeJSON { listing.write(to: &$0) } }
    guard !listing.references.isEmpty else { return console.note("no references") }
    var table = TextTable([
      .init("REFERENCE", cutting: .never), .init("ENTITY", cutting: .never), .init("CLASS", cutting: .early),
      .init("NAME"),
    ])
    for reference in listing.references {
      let target = reference.target
      let place = target?.path ?? (reference.key.isEmpty ? "" : "? @\(reference.key)")
      table.add([reference.source.path, place, target?.className ?? "", target?.name ?? ""])
    }
    try table.write(to: console)
  }
}
