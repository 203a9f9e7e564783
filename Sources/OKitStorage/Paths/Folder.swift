/// A folder of a workspace, looked up once.
struct Folder {
  /// The name for messages.
  let name: String
  /// The path where it is expected, which may be a link.
  let link: String
  /// The path with all links resolved.
  let path: String
  let isThere: Bool

  init(_ name: String, _ link: String) {
    self.name = name
    self.link = link
    let resolved = Path.resolved(link)
    path = resolved ?? Path.resolvedAsFarAsThere(link)
    isThere = resolved != nil
  }

  /// Throws an error of kind `configuration` if the folder lies in `outer`.
  func requireOutside(_ outer: Folder) throws {
    guard Path.lies(path, in: outer.path) else { return }
    throw OKitError(.configuration, "the \(name) (\(path)) must not be inside the \(outer.name) (\(outer.path))")
  }
}
