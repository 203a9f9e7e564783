extension ModelName {
  /// The message about a model that lost its file, in one line.
  package static let missingFile =
    "its file is missing; restore the model from a backup, or delete it with 'okit model delete' if it is no longer needed"
}
