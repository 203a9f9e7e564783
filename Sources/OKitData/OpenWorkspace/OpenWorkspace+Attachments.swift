import Bindings
import OKitEditing
import OKitModels

extension OpenWorkspace {
  /// The images and data of entities.
  public var attachments: Attachments { Attachments(workspace: workspace) }

  /// An image or data of an entity.
  public struct Attachment: Equatable, Sendable {
    /// The path of its entity.
    public let path: String
    /// Its format, such as `png`.
    public let format: String
    /// Its size in bytes, decrypted; nil if it cannot be read.
    public let size: Int64?
    /// Its file, relative to the root of the workspace; nil if the bytes are in the entity.
    public let file: String?
  }

  /// Reads, stores and removes attachments.
  public struct Attachments {
    fileprivate let workspace: Workspace

    /// The attachments of the models `names`, or of all.
    ///
    /// Throws errors of kind `notFound`, `malformed`, `locked` and `busy`.
    public func list(_ names: [String] = []) throws -> [Attachment] {
      try throwingOKitError {
        try OKitModels.Attachments(workspace).list(names.map { try ModelName($0) }).map {
          Attachment(path: $0.path, format: $0.format, size: $0.size, file: $0.file)
        }
      }
    }

    /// Writes the bytes of the attachment at `path`, decrypted, to the file `target`, which appears as a whole or not at all.
    ///
    /// Throws errors of kind `usage` (no attachment), `notFound` (no bytes), `malformed`, `locked`, `busy` and `inputOutput`.
    public func write(_ path: String, to target: String) throws {
      try throwingOKitError {
        try OKitModels.Attachments(workspace).write(Binding(parsing: path), model: nil, to: absolutePath(target))
      }
    }

    /// Gives the attachment at `path` the bytes of the file `source`. If there is none, a new one is created.
    ///
    /// Throws errors of kind `usage` (no place for one), `notFound`, `malformed` (no image where one is wanted), `locked`, `busy` and
    /// `inputOutput`; then nothing is changed.
    public func put(_ source: String, at path: String) throws {
      try throwingOKitError {
        _ = try OKitModels.Attachments(workspace).put(
          Binding(parsing: path), model: nil, content: AttachmentContent(path: absolutePath(source)))
      }
    }

    /// Removes the attachment at `path`.
    ///
    /// Throws errors of kind `usage`, `notFound`, `locked`, `busy` and `inputOutput`; then nothing is changed.
    public func remove(_ path: String) throws {
      try throwingOKitError { _ = try OKitModels.Attachments(workspace).remove(Binding(parsing: path), model: nil) }
    }
  }
}
