public import OKitModels
import OKitStorage

/// A change of the data since a migration, which is lost where that is rolled back.
public struct LostChange: Equatable, Sendable {
  /// What became of a file.
  public enum Kind: String, CaseIterable, Sendable {
    /// It has other content.
    case changed
    /// It was not there.
    case added
    /// It is there no more.
    case removed
  }

  /// What became of it.
  public let kind: Kind
  /// The file, relative to the data folder.
  public let path: String
  /// The model whose own file or partial it is; nil of an attachment.
  public var model: ModelName? { ModelName(document: path) }
}
