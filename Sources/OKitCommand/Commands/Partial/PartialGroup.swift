import CommandKit

struct PartialGroup: Command {
  static let configuration = CommandConfiguration(
    "partial",
    abstract: "Show partials, and move entities into and out of them.",
    discussion: """
      A partial is an entity in its own file, okit/data/MODEL/ID.json. A stand-in with this ID stays in the model and \
      keeps a few of its properties. In a path, write STAND-IN/NAME to reach the entity. NAME is defined by the \
      stand-in's class, such as 'group' in directory:groups[0]/group; without definitions, it is 'partial'.

      If you change a property that the stand-in and the entity share, for example with 'okit set', okit also changes \
      it in the other one, unless the value contains entities or --no-sync is given. 'okit partial sync' makes \
      properties equal that already differ.
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
