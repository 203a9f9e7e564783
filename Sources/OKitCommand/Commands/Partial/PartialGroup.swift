import CommandKit

struct PartialGroup: Command {
  static let configuration = CommandConfiguration(
    "partial",
    abstract: "Look into partials, and move entities into them and back.",
    discussion: """
      A partial is an entity in a file of its own, okit/data/MODEL/ID.json. In the model a stand-in with this ID keeps a few of its \
      properties. Paths go through a stand-in by the property that its class gives the entity with, or without definitions by 'partial'.
      """,
    examples: [
      Example("okit partial list", "those of every model"),
      Example("okit get 'directory:groups[0]/group/status'", "a path through a stand-in"),
    ],
    subcommands: [
      PartialListCommand.self, PartialResolveCommand.self, PartialExtractCommand.self, PartialInlineCommand.self,
      PartialSyncCommand.self,
    ])
}
