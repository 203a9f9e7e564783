import CommandKit

struct AttachmentGroup: Command {
  static let configuration = CommandConfiguration(
    "attachment",
    abstract: "Manage images and other binary data.",
    discussion: """
      An attachment is an entity with a format and a size. Its bytes are in okit/data/_image or okit/data/_data \
      (ModelImage, ModelData), or in the entity itself as base64 (ModelInlineImage, ModelInlineData). Attachment \
      files are encrypted like their model.
      """,
    examples: [
      Example("okit attachment list", "the attachments of every model"),
      Example("okit attachment get 'books[0]/icon' -o icon.png", "into a file"),
    ],
    subcommands: [
      AttachmentListCommand.self, AttachmentGetCommand.self, AttachmentPutCommand.self, AttachmentRemoveCommand.self,
      AttachmentGCCommand.self,
    ], aliases: ["data"])
}
