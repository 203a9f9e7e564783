/// An attachment as it is shown.
public struct Attachment: Sendable {
  /// Whether its bytes are there.
  public enum State: String, Sendable {
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
  public let model: ModelName
  /// The path of the entity.
  public let path: String
  /// The id of the entity; nil where it has none.
  public let id: String?
  /// The format that the entity says, such as `image/png`; often empty.
  public let format: String
  /// What the bytes are, by themselves; nil for what okit does not know.
  public let content: MediaType?
  /// How many bytes the entity says there are; 0 for many that hold their bytes themselves.
  public let declaredSize: Int64
  /// How many bytes there are, decrypted; nil where they are not at hand.
  public let size: Int64?
  /// Width and height, of an image.
  public let pixels: ImageSize?
  /// The file, relative to the workspace; nil where there is none.
  public let file: String?
  /// Whether its bytes are there.
  public let state: State
}
