import CSystem
import Glibc

extension Storage {
  /// True if the workspace belongs to the caller or root, or lies in a safe folder.
  ///
  /// Throws what reading the safe folders throws.
  package func isTrusted() throws -> Bool {
    try untrustedOwner() == nil || trust.isNamed(resolvedRoot)
  }

  /// Throws an error of kind `configuration` unless the workspace is trusted; nothing may be written to it then.
  package func requireTrusted() throws {
    guard let owner = try untrustedOwner(), try !trust.isNamed(resolvedRoot) else { return }
    throw OKitError(
      .configuration, "\(root) belongs to another user (id \(owner)) and is read-only",
      remedy: .trust(resolvedRoot, settingsPath: trust.settingsPath))
  }

  /// The user other than the caller and root to whom the workspace, its configuration or its data belong.
  private func untrustedOwner() throws -> UInt32? {
    if let knownForeignOwner { return knownForeignOwner }
    let owners = try [okitFolder, configurationPath, dataFolder].compactMap {
      try FileStatus.of($0, followingLinks: true)?.raw.st_uid
    }
    let foreign = owners.first { !trust.isTrusted(user: $0) }
    knownForeignOwner = .some(foreign)
    return foreign
  }

  // MARK: - Links

  /// Throws an error of kind `configuration` if `folder` lies neither in one of the `places`, which belong to the workspace, nor in a folder that was
  /// named as safe. The author of a workspace could otherwise include any files of the caller by a link, and choose where okit writes.
  func requireInside(_ folder: Folder, in places: [String]) throws {
    let isInside = places.contains { Path.lies(folder.path, in: $0) }
    guard try !isInside && !trust.isNamed(folder.path) else { return }
    throw OKitError(
      .configuration,
      "the workspace \(root) has a symbolic link to the outside, from \(relative(folder.link)) to \(folder.path)",
      remedy: .trust(folder.path, settingsPath: trust.settingsPath))
  }

  /// Opens a model's file. A link is followed only into the workspace or a folder that was named as safe.
  ///
  /// Throws an error of kind `malformed` for any other link, and what opening a file throws.
  package func open(_ path: String) throws -> OpenFile {
    if let file = try OpenFile(path, unlessLinkedAt: path) { return file }
    // Whoever made the link can change it while this looks at it, so that the file it leads to is opened without links.
    return try OpenFile(path, at: requireAllowed(Path.resolved(path) ?? path, of: path))
  }

  /// Opens a partial or an attachment, to which no link leads, neither at the end of `path` nor on the way from the root.
  ///
  /// Throws an error of kind `malformed` if one does, and what opening a file throws.
  package func openUnlinked(_ path: String) throws -> OpenFile {
    let inData = path.withoutPrefix(Path.join(okitFolder, "data") + "/")
    return try OpenFile(path, at: inData.map { Path.join(dataFolder, $0) } ?? path)
  }

  /// The file that `path` leads to: a link to a model's file is kept, and the file behind it replaced.
  ///
  /// Throws an error of kind `malformed` for a link to nothing and for one that is not followed.
  package func target(of path: String) throws -> String {
    guard try FileStatus.of(path)?.kind == .link else { return path }
    guard let resolved = Path.resolved(path) else {
      throw OKitError(.malformed, "\(path) is a broken symbolic link")
    }
    return try requireAllowed(resolved, of: path)
  }

  /// Throws an error of kind `malformed` if `place` is in the workspace, and `file`, which it leads to by links, is neither there nor in a folder that was
  /// named as safe. Everybody who reads okit.json sees a path that it has in plain, but not where a link leads.
  package func requireNoLinkOut(from place: String, to file: String) throws {
    guard Path.lies(place, in: root), !place.pathComponents.contains("..") else { return }
    try requireAllowed(file, of: place)
  }

  /// Throws an error of kind `malformed` unless `target`, to which `link` leads, lies in the workspace or a folder that was named as safe.
  @discardableResult
  private func requireAllowed(_ target: String, of link: String) throws -> String {
    if try isInside(target) || trust.isNamed(target) { return target }
    throw OKitError(
      .malformed, "\(link) is a symbolic link out of the workspace, to \(target), which is not followed",
      remedy: .trust(target, settingsPath: trust.settingsPath))
  }

  /// True if `path`, which has no links, lies in the workspace; `okit` itself may be a link to a folder that was named as safe.
  private func isInside(_ path: String) -> Bool {
    Path.lies(path, in: resolvedRoot) || Path.lies(path, in: Path.resolved(okitFolder) ?? okitFolder)
  }

  private var resolvedRoot: String { Path.resolved(root) ?? root }
}
