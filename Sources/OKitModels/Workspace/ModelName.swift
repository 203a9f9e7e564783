import OKitStorage

/// The name that a model is registered under, which is also the name of its file.
package struct ModelName: Hashable, Sendable, Comparable, CustomStringConvertible {
  /// The model that is meant where none is named.
  package static let `default` = ModelName(unchecked: "default")
  package static let dataFolder = "_data"
  package static let imageFolder = "_image"

  /// The name as text.
  package let description: String

  private init(unchecked name: String) {
    description = name
  }

  /// Takes `name` where it can be a model's name: one path component that does not begin with a dot, has room for `.json` and is none of
  /// the folders that all models share. Throws an error of kind `malformed`.
  package init(_ name: String) throws {
    try PathComponent.check(name, as: "model", ending: ".json")
    guard name != Self.dataFolder, name != Self.imageFolder else {
      throw OKitError(.malformed, "\(name) is not a valid model name: it is the folder of attachments")
    }
    description = name
  }

  /// Whether both have the same bytes.
  package static func == (left: ModelName, right: ModelName) -> Bool { left.description.isExactly(right.description) }

  /// Hashes the bytes.
  package func hash(into hasher: inout Hasher) { ExactText(description).hash(into: &hasher) }

  /// The name of a model's file; nil where `file` is none, or cannot be.
  package init?(file: String) {
    guard let name = file.withoutSuffix(".json"), let model = try? ModelName(name) else { return nil }
    self = model
  }

  /// The model that a document belongs to, by its path in the data folder: its own file, or a partial. Nil for anything else.
  package init?(document path: String) {
    let folder = Path.parent(of: path)
    if folder == "." {
      self.init(file: path)
    } else if path.withoutSuffix(".json") != nil, let model = try? ModelName(folder) {
      self = model
    } else {
      return nil
    }
  }

  /// By their bytes.
  package static func < (left: ModelName, right: ModelName) -> Bool {
    left.description.utf8.lexicographicallyPrecedes(right.description.utf8)
  }
}
