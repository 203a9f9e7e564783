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
    let resolved = Path.resolved(link)
    self.init(name, link, path: resolved ?? Path.resolvedAsFarAsThere(link), isThere: resolved != nil)
  }

  /// The folder at `link`, whose last component is in `parent`. Only a link makes it necessary to follow the whole path.
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

  /// Throws an error of kind `configuration` if it lies in `outer`.
  func requireOutside(_ outer: Folder) throws {
    guard Path.lies(path, in: outer.path) else { return }
    throw OKitError(.configuration, "the \(name) (\(path)) must not be inside the \(outer.name) (\(outer.path))")
  }
}
