import JSONDocument
import OKitEditing
import OKitModels
import OKitStorage

/// The files and models that a client may use.
package struct AccessScope: Equatable, Sendable {
  /// True if it may change files.
  package let mayWrite: Bool
  /// The names of models, and of `_image` and `_data` for attachments; nil for all.
  private let names: Set<ExactText>?

  /// Access to everything.
  package static let full = AccessScope(mayWrite: true, names: nil)

  /// Access to these models, or to all.
  package init(mayWrite: Bool, names: [String]?) {
    self.mayWrite = mayWrite
    self.names = names.map { Set($0.map(ExactText.init)) }
  }

  /// True if it contains the model or folder of attachments with this name.
  package func contains(_ name: String) -> Bool { names?.contains(ExactText(name)) ?? true }

  /// True if it contains everything, so that no model needs to be checked.
  package var containsAll: Bool { names == nil }

  /// Throws an error of kind `malformed` unless all names can be names of models or of folders of attachments.
  package func requireValidNames() throws {
    for name in names ?? [] where !Self.isAttachmentFolder(name.text) { _ = try ModelName(name.text) }
  }

  /// True if `name` can be the name of a model or of a folder of attachments.
  static func canContain(_ name: String) -> Bool {
    (try? AccessScope(mayWrite: false, names: [name]).requireValidNames()) != nil
  }

  private static func isAttachmentFolder(_ name: String) -> Bool {
    [ModelName.imageFolder, ModelName.dataFolder].contains(where: name.isExactly)
  }
}
