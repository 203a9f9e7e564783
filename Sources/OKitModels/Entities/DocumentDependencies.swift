package import OKitStorage

/// The documents that a result depends on, to know when it must be computed again.
package struct DocumentDependencies {
  private var paths: Set<WorkspacePath> = []
  private var wholeModels: Set<ModelName> = []
  private var isEverything = false

  package init() {}

  /// Adds the file at `path` in the workspace.
  package mutating func note(path: WorkspacePath) { paths.insert(path) }
  /// Adds the model's own file.
  package mutating func note(main model: ModelName) { paths.insert(ModelFiles.mainPath(of: model)) }
  /// Adds a model with all its partials, including future ones.
  package mutating func note(whole model: ModelName) { wholeModels.insert(model) }
  /// Adds all models.
  package mutating func noteEverything() { isEverything = true }

  /// True if one of the documents may have changed.
  package func isTouched(by touched: ChangedDocuments) -> Bool {
    if touched.isEverything || isEverything { return !touched.isEmpty }
    return touched.paths.contains { path in paths.contains(path) }
      || wholeModels.contains { touched.models.contains($0) }
  }
}
