import Bindings
import OKitEditing
import OKitModels

extension OpenWorkspace {
  /// The images and data objects of entities.
  public var attachments: Attachments { Attachments(openWorkspace: self) }

  /// An image or data object of an entity.
  public struct Attachment: Equatable, Sendable {
    /// The path of its entity.
    public let path: String
    /// The format, such as `image/png`; may be empty.
    public let format: String
    /// The decrypted size in bytes; nil if the attachment cannot be read.
    public let size: Int64?
    /// The file, relative to the root of the workspace; nil if the bytes are in the entity.
    public let file: String?
  }

  /// Reads, stores and removes attachments.
  public struct Attachments {
    fileprivate let openWorkspace: OpenWorkspace
    private var workspace: Workspace { openWorkspace.workspace }

    /// Returns the attachments of the models `names`; of all models if empty.
    ///
    /// Throws errors of kind `notFound`, `malformed`, `locked` and `busy`.
    public func list(_ names: [String] = []) throws -> [Attachment] {
      try throwingOKitError {
        try OKitModels.Attachments(workspace).list(modelNames(names)).map {
          Attachment(path: $0.path, format: $0.format, size: $0.size, file: $0.file?.text)
        }
      }
    }

    /// Writes the decrypted bytes of the attachment at `path` to the file `target`. The file only appears when it is complete.
    ///
    /// Throws errors of kind `usage` (not an attachment), `notFound` (no bytes), `malformed`, `locked`, `busy` and `inputOutput`.
    public func write(_ path: String, to target: String) throws {
      try throwingOKitError {
        let attachments = OKitModels.Attachments(workspace)
        if openWorkspace.opened.isDryRun { return try attachments.read(Binding(parsing: path), model: nil) { _ in } }
        try attachments.write(Binding(parsing: path), model: nil, to: absolutePath(target))
      }
    }

    /// Stores the bytes of the file `source` in the attachment at `path`. Creates an attachment if there is none.
    ///
    /// Throws errors of kind `usage` (no attachment is possible there), `notFound`, `malformed` (not an image although one is required), `locked`,
    /// `busy` and `inputOutput`. In each case nothing is changed.
    public func put(_ source: String, at path: String) throws {
      try throwingOKitError {
        _ = try OKitModels.Attachments(workspace).put(
          Binding(parsing: path), model: nil, content: AttachmentContent(path: absolutePath(source)))
      }
    }

    /// Removes the attachment at `path`.
    ///
    /// Throws errors of kind `usage`, `notFound`, `locked`, `busy` and `inputOutput`. In each case nothing is changed.
    public func remove(_ path: String) throws {
      try throwingOKitError { _ = try OKitModels.Attachments(workspace).remove(Binding(parsing: path), model: nil) }
    }
  }
}
