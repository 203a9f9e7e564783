import Glibc

/// A folder of a workspace, looked up once.
struct Folder {
  /// The name for messages.
  let name: String
  /// The path where it is expected, which may be a link.
  let link: FilePath
  /// The path with all links resolved.
  let path: FilePath
  /// The status of the folder, behind a link if it is one; nil if nothing is there.
  let status: FileStatus?

  var exists: Bool { status != nil }

  init(_ name: String, _ link: FilePath) {
    let resolved = link.resolved
    self.init(
      name, link, path: resolved ?? link.resolvingExistingPrefix,
      status: resolved.flatMap { (try? FileStatus.of($0)) ?? nil })
  }

  /// Looks up the folder at `link`, which is directly in `parent`. Resolves the whole path only if it is a link.
  init(_ name: String, _ link: FilePath, in parent: Folder) {
    let status = try? FileStatus.of(link)
    if status?.kind == .link {
      self.init(name, link)
    } else {
      self.init(name, link, path: parent.path.appending(link.name), status: status ?? nil)
    }
  }

  init(_ name: String, _ link: FilePath, path: FilePath, status: FileStatus?) {
    self.name = name
    self.link = link
    self.path = path
    self.status = status
  }

  /// Throws an error of kind `configuration` if the folder lies in `outer`.
  func requireOutside(_ outer: Folder) throws {
    guard path.lies(in: outer.path) else { return }
    throw OKitError(.configuration, "the \(name) (\(path)) must not be inside the \(outer.name) (\(outer.path))")
  }
}

extension FilePath {
  /// Returns the working folder. Throws `SystemError` if it no longer exists.
  package static func workingFolder() throws -> FilePath {
    guard let folder = getcwd(nil, 0) else { throw SystemError("read", "the working folder") }
    defer { free(folder) }
    return FilePath(text: String(cString: folder))
  }
}
