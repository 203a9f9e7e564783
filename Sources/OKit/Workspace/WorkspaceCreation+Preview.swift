extension WorkspaceCreation {
  /// Looks whether a workspace could be made of `origin`, and which models it would have; nil where that is not known before a backup is
  /// opened. Changes nothing and asks for no secret.
  ///
  /// Throws what ``create(_:definitions:)`` throws before it reads what it copies.
  public func preview(_ origin: Origin, definitions paths: [String] = []) throws -> [ModelName]? {
    _ = try appDefinitions(paths)
    let isThere = try FileStatus.of(okit, followingLinks: true) != nil
    if case .empty = origin, isThere { return try models(in: Path.join(okit, "data")) }
    guard !isThere else { throw OKitError(.exists, "\(okit) exists already") }
    switch origin {
    case .empty: return []
    case .dataFolder(let path): return try models(in: DataFolder.find(in: path))
    case .backup(let origin):
      guard try FileStatus.of(origin.path, followingLinks: true) != nil else {
        throw OKitError(.notFound, "no backup at \(origin.path)")
      }
      return nil
    }
  }
}
