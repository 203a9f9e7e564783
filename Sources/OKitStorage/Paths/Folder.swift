/// A folder of a workspace, looked up once.
struct Folder {
  /// What people call it.
  let name: String
  /// Where it is expected; a link may lead elsewhere.
  let link: String
  /// Where it is, with all links followed.
  let path: String
  let isThere: Bool

  init(_ name: String, _ link: String) {
    self.name = name
    self.link = link
    let resolved = Path.resolved(link)
    path = resolved ?? Path.resolvedAsFarAsThere(link)
    isThere = resolved != nil
  }

  /// Throws an error of kind `configuration` if it lies in `outer`.
  func requireOutside(_ outer: Folder) throws {
    guard Path.lies(path, in: outer.path) else { return }
    throw OKitError(.configuration, "the \(name) (\(path)) must not be inside the \(outer.name) (\(outer.path))")
  }
}
