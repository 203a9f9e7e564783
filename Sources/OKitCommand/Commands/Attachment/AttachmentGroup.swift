import CommandKit

struct AttachmentGroup: Command {
  static let configuration = CommandConfiguration(
    "attachment",
    abstract: "Manage images and other binary data.",
    discussion: """
      An attachment is an entity with a format and a size. Its bytes are in okit/data/_image or okit/data/_data \
      (ModelImage, ModelData), or in the entity itself as base64 (ModelInlineImage, ModelInlineData). Attachment files \
      are encrypted like their model. 'data' is another name for 'attachment'.
      """,
    examples: [
      Example("okit attachment list", "list the attachments of all models"),
      Example("okit attachment get 'books[0]/icon' -o icon.png", "save an image to a file"),
    ],
    subcommands: [
      AttachmentListCommand.self, AttachmentGetCommand.self, AttachmentPutCommand.self, AttachmentRemoveCommand.self,
      AttachmentGCCommand.self,
    ], aliases: ["data"])
}
