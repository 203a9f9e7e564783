import OKitStorage

/// Which documents something was made of, to know when it has to be made anew.
package struct SeenDocuments {
  /// Relative to the workspace.
  private var paths: Set<ExactText> = []
  private var wholeModels: Set<ModelName> = []
  private var isEverything = false

  package init() {}

  package mutating func note(path: String) { paths.insert(ExactText(path)) }
  package mutating func note(main model: ModelName) { paths.insert(ExactText(ModelFiles.mainPath(of: model))) }
  /// A model with all its partials, and those that it may get.
  package mutating func note(whole model: ModelName) { wholeModels.insert(model) }
  package mutating func noteEverything() { isEverything = true }

  /// Whether one of them may be another one now.
  package func isTouched(by touched: TouchedDocuments) -> Bool {
    if touched.isEverything || isEverything { return !touched.isEmpty }
    return touched.paths.contains { path in paths.contains(path) }
      || wholeModels.contains { touched.models.contains($0) }
  }
}
