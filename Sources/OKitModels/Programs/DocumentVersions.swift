package import JSONDocument
package import OKitStorage

/// The old and new versions of the documents in a change.
package struct DocumentVersions {
  /// Two versions of one document.
  package struct Version {
    /// The model that the document belongs to.
    package let model: ModelName
    /// The path of a partial's root; nil for the model's own file.
    package let path: String?
    /// The old document; nil if it is new.
    package let old: JSONDocument?
    /// The new document; nil if it was removed.
    package let new: JSONDocument?
  }

  /// The versions of all added documents.
  package private(set) var all: [Version] = []

  package init(all: [Version] = []) {
    self.all = all
  }

  /// Adds the document at `path`, with its old and new content.
  package mutating func add(_ path: WorkspacePath, old: JSONDocument?, new: JSONDocument?) {
    guard let model = path.model else { return }
    // The path of a partial's entity uses its id, because its stand-in may no longer exist.
    let id = path.parent == WorkspaceLayout.data ? nil : (new ?? old)?.root["id"]?.string
    all.append(Version(model: model, path: id.map { EntityPaths.path(ofID: $0) }, old: old?.parsed, new: new))
  }

  /// Adds the document at `path`, with its old content and its new bytes.
  package mutating func add(_ path: WorkspacePath, old: ModelDocument?, new: JSONBytes?) throws {
    guard path.isDocument else { return }
    add(path, old: old?.json, new: try new.map { try JSONDocument(parsing: $0, path: path) })
  }
}
