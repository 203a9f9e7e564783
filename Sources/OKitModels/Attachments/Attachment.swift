package import OKitStorage

/// The description of an attachment in a listing.
package struct Attachment: Sendable {
  /// The location and condition of the bytes.
  package enum State: String, Sendable {
    /// The bytes are in their own file.
    case present
    /// The bytes are in the entity.
    case inline
    /// The file is missing.
    case missing
    /// The attachment has no bytes yet.
    case empty
    /// The bytes cannot be decrypted or are damaged.
    case unreadable
  }

  /// The model.
  package let model: ModelName
  /// The path of the entity.
  package let path: String
  /// The id of the entity; nil if it has none.
  package let id: String?
  /// The format in the entity, such as `image/png`; often empty.
  package let format: String
  /// The type of the bytes, detected from their content; nil for unknown types.
  package let content: MediaType?
  /// The size in the entity, in bytes. It is 0 for many attachments whose bytes are in the entity.
  package let declaredSize: Int64
  /// The size of the decrypted bytes; nil if they are not available.
  package let size: Int64?
  /// The width and height of an image; nil for other types.
  package let pixels: ImageSize?
  /// The path of the file in the workspace; nil if there is none.
  package let file: WorkspacePath?
  /// The location and condition of the bytes.
  package let state: State
}
