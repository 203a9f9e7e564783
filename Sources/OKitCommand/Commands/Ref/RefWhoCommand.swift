import CommandKit
import OKitModels
import OKitStorage

struct RefWhoCommand: Command {
  static let configuration = CommandConfiguration(
    "who",
    abstract: "List everything that refers to an entity.",
    discussion: """
      The entity is given by its id or its path. okit takes a text that could be either as an id; an @ at the \
      beginning always marks an id. okit warns about models that it cannot read, because they may refer to the entity, \
      too.
      """,
    examples: [
      Example("okit ref who FANTASY", "name the entity by its id"),
      Example("okit ref who 'directory:authors[0]'", "name the entity by its path"),
    ])

  @Argument(help: "The entity's id or path.", valueName: "path-or-id", completion: .workspace(.entities))
  var entity: String
  @OptionGroup var start: StartOption
  @OptionGroup var past: PastOptions
  @OptionGroup var keys: KeyOptions
  @OptionGroup var global: GlobalOptions

  func run(_ console: Console) throws {
    let session = Session(console, global)
    let workspace = try session.workspace(keys, past)
    let listing = try References(workspace).referring(to: entity, model: start.name)
    listing.warnOfUnread(session)
    if console.json { return try console.writeJSON { listing.write(to: &$0) } }
    guard !listing.references.isEmpty else {
      return console.note(
        listing.unread.errors.isEmpty ? "no references to it" : "no references to it in the readable models")
    }
    var table = TextTable([
      .init("REFERENCE", cutting: .never), .init("OF", cutting: .never), .init("CLASS", cutting: .early), .init("NAME"),
    ])
    for reference in listing.references {
      let owner = reference.owner
      table.add([reference.source.path, owner.path, owner.className ?? "", owner.name ?? ""])
    }
    try table.write(to: console)
  }
}
