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
    let resolved = Path.resolved(link)
    self.init(name, link, path: resolved ?? Path.resolvedAsFarAsThere(link), isThere: resolved != nil)
  }

  /// Looks up the folder at `link`, which is directly in `parent`. Resolves the whole path only if it is a link.
  init(_ name: String, _ link: String, in parent: Folder) {
    let status = try? FileStatus.of(link)
    if status?.kind == .link {
      self.init(name, link)
    } else {
      self.init(name, link, path: Path.join(parent.path, Path.name(of: link)), isThere: status != nil)
    }
  }

  private init(_ name: String, _ link: String, path: String, isThere: Bool) {
    self.name = name
    self.link = link
    self.path = path
    self.isThere = isThere
  }

  /// Throws an error of kind `configuration` if the folder lies in `outer`.
  func requireOutside(_ outer: Folder) throws {
    guard Path.lies(path, in: outer.path) else { return }
    throw OKitError(.configuration, "the \(name) (\(path)) must not be inside the \(outer.name) (\(outer.path))")
  }
}
