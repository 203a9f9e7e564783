import CommandKit

struct PartialGroup: Command {
  static let configuration = CommandConfiguration(
    "partial",
    abstract: "Show partials, and move entities into and out of them.",
    discussion: """
      A partial is an entity in its own file, okit/data/MODEL/ID.json. A stand-in with this ID stays in the model \
      and keeps a few of its properties. In a path, the entity is a property of the stand-in. The stand-in's class \
      defines the name of this property; without definitions, it is 'partial'.
      """,
    examples: [
      Example("okit partial list", "list the partials of all models"),
      Example("okit get 'directory:groups[0]/group/status'", "get a value from a partial"),
    ],
    subcommands: [
      PartialListCommand.self, PartialResolveCommand.self, PartialExtractCommand.self, PartialInlineCommand.self,
      PartialSyncCommand.self,
    ])
}
