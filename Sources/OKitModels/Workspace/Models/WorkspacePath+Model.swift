package import OKitStorage

extension WorkspacePath {
  /// The model whose document, its own or a partial, is at this path; nil for any other file.
  package var model: ModelName? { DataPath(self).flatMap(ModelName.init(document:)) }

  /// True if this is the path of a model or partial.
  package var isDocument: Bool { model != nil }
}
