/// An attachment as it is shown.
package struct Attachment: Sendable {
  /// Whether its bytes are there.
  package enum State: String, Sendable {
    /// They are in a file of their own.
    case present
    /// They are in the entity.
    case inline
    /// There should be a file, but there is none.
    case missing
    /// There are none yet.
    case empty
    /// They cannot be decrypted or are damaged.
    case unreadable
  }

  /// The model.
  package let model: ModelName
  /// The path of the entity.
  package let path: String
  /// The id of the entity; nil where it has none.
  package let id: String?
  /// The format that the entity says, such as `image/png`; often empty.
  package let format: String
  /// What the bytes are, by themselves; nil for what okit does not know.
  package let content: MediaType?
  /// How many bytes the entity says there are; 0 for many that hold their bytes themselves.
  package let declaredSize: Int64
  /// How many bytes there are, decrypted; nil where they are not at hand.
  package let size: Int64?
  /// Width and height, of an image.
  package let pixels: ImageSize?
  /// The file, relative to the workspace; nil where there is none.
  package let file: String?
  /// Whether its bytes are there.
  package let state: State
}
