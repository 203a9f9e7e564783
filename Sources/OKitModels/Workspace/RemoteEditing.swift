package import OKitStorage

/// Edits models on HTTP servers that have no local copy.
package protocol RemoteEditing {
  /// Runs `body` with a local copy of `model`, which it can edit. Then sends the changes and removes the copy.
  func withLocalCopy<Result>(of model: ModelName, _ body: () throws -> Result) throws -> Result
}

/// An edit needs a model that is on a server and has no local copy. It is caught where nothing is locked.
struct MissingLocalCopy: Error {
  let model: ModelName
}

extension Workspace {
  /// Runs `body`, which changes models in one or more steps, with a local copy of each remote model that it needs. It starts again when a copy has been made.
  /// At the end, the changes are sent.
  package func editing<Result>(_ body: () throws -> Result) throws -> Result {
    do {
      return try makingLocalCopies(body)
    } catch let missing as MissingLocalCopy where storage.heldLock == nil {
      guard let remoteEditing else { throw missing }
      return try remoteEditing.withLocalCopy(of: missing.model) { try editing(body) }
    }
  }

  func makingLocalCopies<Result>(_ body: () throws -> Result) throws -> Result {
    let before = makesLocalCopies
    makesLocalCopies = true
    defer { makesLocalCopies = before }
    return try body()
  }

  /// The folder of what is known of the server of a remote model.
  package static func remoteFolder(of model: ModelName) -> WorkspacePath {
    WorkspaceLayout.remote.appending("\(model)")
  }

  /// The file that says that the local copy of a remote model was made for one command.
  package static func temporaryMark(of model: ModelName) -> WorkspacePath {
    remoteFolder(of: model).appending("temporary")
  }

  /// True if the local copy of a model was made for another command, which removes it. Nobody else must use it.
  package func isForeignCopy(_ model: ModelName) throws -> Bool {
    guard try hasRemoteFolders(), !ownCopies.contains(model) else { return false }
    return try FileStatus.of(storage.absolute(Self.temporaryMark(of: model))) != nil
  }

  /// Returns the models whose file is not such a copy.
  func withoutForeignCopies(_ models: [ModelName]) throws -> [ModelName] {
    try hasRemoteFolders() ? models.filter { try !isForeignCopy($0) } : models
  }

  /// False in a workspace that never had a remote model.
  private func hasRemoteFolders() throws -> Bool {
    try FileStatus.of(storage.absolute(WorkspaceLayout.remote)) != nil
  }
}
