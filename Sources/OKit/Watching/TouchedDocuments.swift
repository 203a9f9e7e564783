import OKitStorage

/// Documents that somebody may have changed.
struct TouchedDocuments {
  /// Relative to the workspace.
  private(set) var paths: Set<ExactText> = []
  /// The models that they are part of.
  private(set) var models: Set<ModelName> = []
  private(set) var isEverything: Bool

  static let none = TouchedDocuments()
  static let everything = TouchedDocuments(isEverything: true)

  private init(isEverything: Bool = false) { self.isEverything = isEverything }

  var isEmpty: Bool { !isEverything && paths.isEmpty }

  /// A file below the data folder, by its path in it; what is no document is none of ours.
  mutating func note(_ path: String) {
    guard let model = ModelName(document: path) else { return }
    paths.insert(ExactText(Workspace.dataPath(path)))
    models.insert(model)
  }

  mutating func noteEverything() { isEverything = true }

  func contains(_ path: ExactText) -> Bool { isEverything || paths.contains(path) }
  func contains(_ model: ModelName) -> Bool { isEverything || models.contains(model) }

  mutating func formUnion(_ other: TouchedDocuments) {
    paths.formUnion(other.paths)
    models.formUnion(other.models)
    isEverything = isEverything || other.isEverything
  }
}
