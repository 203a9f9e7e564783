package import OKitStorage

/// Documents that somebody may have changed.
package struct TouchedDocuments {
  /// Relative to the workspace.
  package private(set) var paths: Set<ExactText> = []
  /// The models that they are part of.
  package private(set) var models: Set<ModelName> = []
  private(set) var isEverything: Bool

  package static let none = TouchedDocuments()
  package static let everything = TouchedDocuments(isEverything: true)

  private init(isEverything: Bool = false) { self.isEverything = isEverything }

  package var isEmpty: Bool { !isEverything && paths.isEmpty }

  /// A file below the data folder, by its path in it; what is no document is none of ours.
  package mutating func note(_ path: String) {
    guard let model = ModelName(document: path) else { return }
    paths.insert(ExactText(Workspace.dataPath(path)))
    models.insert(model)
  }

  package mutating func noteEverything() { isEverything = true }

  package func contains(_ path: ExactText) -> Bool { isEverything || paths.contains(path) }
  package func contains(_ model: ModelName) -> Bool { isEverything || models.contains(model) }

  package mutating func formUnion(_ other: TouchedDocuments) {
    paths.formUnion(other.paths)
    models.formUnion(other.models)
    isEverything = isEverything || other.isEverything
  }
}
