import OKitStorage

/// Edits models on HTTP servers that have no local copy.
package protocol RemoteEditing {
  /// Runs `body` with a local copy of `model`, which it can edit. Then sends the changes and removes the copy.
  func withLocalCopy<Result>(of model: ModelName, _ body: () throws -> Result) throws -> Result
}

/// An edit needs a model that is on a server and has no local copy. It is caught where nothing is locked.
struct MissingLocalCopy: Error {
  let model: ModelName
}
