import CommandKit

struct AttachmentGroup: Command {
  static let configuration = CommandConfiguration(
    "attachment",
    abstract: "Binary data and images of entities.",
    discussion: """
      An attachment is an entity with a format and a size, whose bytes lie in okit/data/_image or okit/data/_data (ModelImage, ModelData), \
      or in the entity itself in base64 (ModelInlineImage, ModelInlineData). Files are encrypted as their model is.
      """,
    examples: [
      Example("okit attachment list", "those of every model"),
      Example("okit attachment get 'books[0]/icon' -o icon.png", "into a file"),
    ],
    subcommands: [
      AttachmentListCommand.self, AttachmentGetCommand.self, AttachmentPutCommand.self, AttachmentRemoveCommand.self,
      AttachmentGCCommand.self,
    ], aliases: ["data"])
}
