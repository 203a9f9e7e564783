import CSystem
import Glibc

extension Storage {
  /// True if the workspace belongs to the current user or root, or lies in a safe folder.
  ///
  /// Throws the errors of reading the safe folders.
  package func isTrusted() throws -> Bool {
    try untrustedOwner() == nil || trust.isNamed(resolvedRoot)
  }

  /// Throws an error of kind `configuration` unless the workspace is trusted. okit never writes to an untrusted one.
  package func requireTrusted() throws {
    guard let owner = try untrustedOwner(), try !trust.isNamed(resolvedRoot) else { return }
    throw OKitError(
      .configuration, "\(root) belongs to another user (id \(owner)) and is read-only",
      remedy: .trust(resolvedRoot, settingsPath: trust.settingsPath))
  }

  /// Returns the user, other than the current one and root, who owns the workspace, its configuration or its data; nil if there is none.
  private func untrustedOwner() throws -> UInt32? {
    switch foreignOwner {
    case .user(let id): return id
    case .none: return nil
    case .unknown: break
    }
    func owner(of path: FilePath) throws -> UInt32? { try FileStatus.of(path, followingLinks: true)?.raw.st_uid }
    let folders = try initialOwners ?? [okitFolder, dataFolder].compactMap(owner)
    let foreign = try (folders + [owner(of: configurationPath)].compactMap(\.self)).first { !trust.isTrusted(user: $0) }
    foreignOwner = foreign.map { .user($0) } ?? .none
    return foreign
  }

  // MARK: - Links

  /// Throws an error of kind `configuration` if `folder` lies neither in one of the `places`, which belong to the workspace, nor in a safe folder.
  /// Otherwise the author of a workspace could use a link to include any files of the user, or to choose the folder that okit writes to.
  func requireInside(_ folder: Folder, in places: [FilePath]) throws {
    let isInside = places.contains { folder.path.lies(in: $0) }
    guard try !isInside && !trust.isNamed(folder.path) else { return }
    throw OKitError(
      .configuration,
      "the symbolic link \(relative(folder.link)) leads out of the workspace \(root), to \(folder.path)",
      remedy: .trust(folder.path, settingsPath: trust.settingsPath))
  }

  /// Opens a file. A link is followed only into the workspace or a safe folder.
  ///
  /// Throws an error of kind `malformed` for any other link, and the errors of opening a file.
  package func open(_ path: FilePath) throws -> OpenFile {
    struct IsLinked: Error {}
    do {
      return try keepingOpen(path) {
        guard let file = try OpenFile(path, unlessLinkedAt: path) else { throw IsLinked() }
        return file
      }
    } catch is IsLinked {}
    // A link on the way says nothing about whether the file is there.
    guard try FileStatus.of(path) != nil else { throw SystemError("read", path, code: ENOENT) }
    // The author of the link can change it in the meantime, so the file is opened at its resolved path, without following links.
    return try OpenFile(path, at: requireAllowed(path.resolved ?? path, of: path))
  }

  /// Opens a file as ``open(_:)`` does; nil if nothing is there.
  package func openIfPresent(_ path: FilePath) throws -> OpenFile? {
    do {
      return try open(path)
    } catch let error as SystemError where error.isMissing {
      return nil
    }
  }

  /// Opens a file that no link leads to: no part of its path below the root may be one.
  ///
  /// Throws an error of kind `malformed` if there is a link, and the errors of opening a file.
  package func openUnlinked(_ path: FilePath) throws -> OpenFile {
    let inData = path.part(after: okitFolder.appending("data"))
    let place = inData.map { dataFolder.appending($0) } ?? path
    return try keepingOpen(place) { try OpenFile(path, at: place) }
  }

  /// Opens a file once while the lock is held.
  private func keepingOpen(_ path: FilePath, _ open: () throws -> OpenFile) throws -> OpenFile {
    guard let heldLock else { return try open() }
    return try heldLock.files.file(at: path, open)
  }

  /// Returns the file that `path` leads to. A change keeps a link and replaces the file behind it.
  ///
  /// Throws an error of kind `malformed` for a broken link and for one that is not followed.
  package func target(of path: FilePath) throws -> FilePath { try targetWithStatus(of: path).path }

  /// Returns the file of ``target(of:)`` with its status; nil if there is none.
  func targetWithStatus(of path: FilePath) throws -> (path: FilePath, status: FileStatus?) {
    let status = try FileStatus.of(path)
    guard status?.kind == .link else { return (path, status) }
    guard let resolved = path.resolved else {
      throw OKitError(.malformed, "\(path) is a broken symbolic link")
    }
    return (try requireAllowed(resolved, of: path), try FileStatus.of(resolved))
  }

  /// Throws an error of kind `malformed` if `place` is in the workspace but leads, by links, to a `file` outside of it that is not in a safe folder.
  /// A path outside in okit.json is fine, because it is visible to everybody who reads it, unlike the destination of a link.
  package func requireNoLinkOut(from place: FilePath, to file: FilePath) throws {
    guard place.lies(in: root), !place.components.contains("..") else { return }
    try requireAllowed(file, of: place)
  }

  /// Throws an error of kind `malformed` unless `target`, the destination of `link`, lies in the workspace or a safe folder.
  @discardableResult
  private func requireAllowed(_ target: FilePath, of link: FilePath) throws -> FilePath {
    if try isInside(target) || trust.isNamed(target) { return target }
    throw OKitError(
      .malformed, "\(link) is a symbolic link out of the workspace, to \(target), which is not followed",
      remedy: .trust(target, settingsPath: trust.settingsPath))
  }

  /// True if `path`, which has no links, lies in the workspace. `okit` itself may be a link to a safe folder.
  private func isInside(_ path: FilePath) -> Bool {
    path.lies(in: resolvedRoot) || path.lies(in: resolvedOKitFolder)
  }
}
