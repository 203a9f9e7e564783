package import OKitModels
import OKitStorage

/// A change of the data since a migration, which is lost where that is rolled back.
package struct LostChange: Equatable, Sendable {
  /// What became of a file.
  package enum Kind: String, CaseIterable, Sendable {
    /// It has other content.
    case changed
    /// It was not there.
    case added
    /// It is there no more.
    case removed
  }

  /// What became of it.
  package let kind: Kind
  /// The file, relative to the data folder.
  package let path: String
  /// The model whose own file or partial it is; nil of an attachment.
  package var model: ModelName? { ModelName(document: path) }
}
