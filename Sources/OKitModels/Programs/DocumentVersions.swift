package import JSONDocument
import OKitStorage

/// The documents that a change concerns, as they were and as they are then.
package struct DocumentVersions {
  package struct Version {
    package let model: ModelName
    /// Where the root of a partial is; nil of a model's own file.
    package let path: String?
    /// Nil of a new one.
    package let old: JSONDocument?
    /// Nil of one that goes.
    package let new: JSONDocument?
  }

  package private(set) var all: [Version] = []

  package init(all: [Version] = []) {
    self.all = all
  }

  /// Whether the file at `path` (relative to the workspace) is a model's or partial's.
  package static func isDocument(_ path: String) -> Bool { model(of: path) != nil }

  private static func model(of path: String) -> ModelName? {
    Workspace.pathInData(path).flatMap(ModelName.init(document:))
  }

  /// Notes the document at `path`, of which `old` was read and `new` is stored.
  package mutating func add(_ path: String, old: JSONDocument?, new: JSONDocument?) {
    guard let model = Self.model(of: path) else { return }
    // An entity of a partial is named by its id: its stand-in may be gone.
    let id = Path.parent(of: path) == "okit/data" ? nil : (new ?? old)?.root["id"]?.string
    all.append(Version(model: model, path: id.map(EntityPaths.path(ofID:)), old: old?.parsed, new: new))
  }

  /// Notes the document at `path`, of which `old` was read and the bytes `new` are stored.
  package mutating func add(_ path: String, old: ModelDocument?, new: JSONBytes?) throws {
    guard Self.isDocument(path) else { return }
    add(path, old: old?.json, new: try new.map { try JSONDocument(parsing: $0, path: path) })
  }
}
