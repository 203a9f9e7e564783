package import OKitStorage

/// Documents that may have changed.
package struct ChangedDocuments {
  /// The paths of these documents.
  package private(set) var paths: Set<WorkspacePath> = []
  /// The models of these documents.
  package private(set) var models: Set<ModelName> = []
  private(set) var isEverything: Bool

  /// No documents.
  package static let none = ChangedDocuments()
  /// All documents, including unknown ones.
  package static let everything = ChangedDocuments(isEverything: true)

  private init(isEverything: Bool = false) { self.isEverything = isEverything }

  /// True if no document may have changed.
  package var isEmpty: Bool { !isEverything && paths.isEmpty }

  /// Adds a file by its path in the data folder. A file that is not a document is ignored.
  package mutating func note(_ path: DataPath) {
    guard let model = ModelName(document: path) else { return }
    paths.insert(WorkspacePath(path))
    models.insert(model)
  }

  /// Adds all documents.
  package mutating func noteEverything() { isEverything = true }

  /// True if the document at `path` may have changed.
  package func contains(_ path: WorkspacePath) -> Bool { isEverything || paths.contains(path) }
  /// True if a document of `model` may have changed.
  package func contains(_ model: ModelName) -> Bool { isEverything || models.contains(model) }

  /// Adds the documents of `other`.
  package mutating func formUnion(_ other: ChangedDocuments) {
    paths.formUnion(other.paths)
    models.formUnion(other.models)
    isEverything = isEverything || other.isEverything
  }
}
