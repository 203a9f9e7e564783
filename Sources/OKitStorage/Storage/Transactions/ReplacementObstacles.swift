import CSystem
import Glibc

/// Finds reasons why the system would refuse to replace or remove a file in a writable folder.
///
/// Transactions check before they commit, because a refusal would stop a committed change halfway.
package final class ReplacementObstacles {
  private var folders: [FilePath: Folder] = [:]

  package init() {}

  private struct Folder {
    let isAppendOnly: Bool
    /// The owner of the folder, if its sticky bit lets only the owners of folder and file remove a file.
    let stickyOwner: uid_t?
    /// The reason why the caller may not change names in the folder; nil if that is allowed.
    let refusal: Int32?
  }

  /// Throws an error of kind `inputOutput` if the file at `path`, which need not exist, cannot be replaced or removed.
  package func requireNone(to path: FilePath) throws {
    func refuse(_ reason: String) -> OKitError {
      OKitError(.inputOutput, "cannot replace \(path): \(reason)")
    }
    let folder = try folder(path.parent)
    // New content may be staged in another folder, so this would be noticed only after the commit.
    if let refusal = folder.refusal { throw SystemError("replace", path, code: refusal) }
    guard !folder.isAppendOnly else {
      throw refuse("its folder is append-only or immutable (see lsattr(1))")
    }
    let attributes = okit_file_attributes(path.text)
    guard attributes & (OKIT_IMMUTABLE | OKIT_APPEND_ONLY) == 0 else {
      throw refuse("it is append-only or immutable (see lsattr(1))")
    }
    guard attributes & OKIT_MOUNT_ROOT == 0 else { throw refuse("it is a mount point") }
    guard let owner = folder.stickyOwner, owner != CurrentUser.id, !Self.overridesOwners,
      let status = try FileStatus.of(path), status.raw.st_uid != CurrentUser.id
    else { return }
    throw refuse("it belongs to another user, and its folder is sticky")
  }

  private static let overridesOwners = okit_overrides_owners() != 0

  private func folder(_ path: FilePath) throws -> Folder {
    if let known = folders[path] { return known }
    let attributes = okit_file_attributes(path.text + "/.")
    let isSticky = attributes & OKIT_STICKY != 0
    // A missing folder is created first.
    let mayChange = access(path.text, W_OK | X_OK) == 0 || errno == ENOENT
    let refusal = mayChange ? nil : errno
    let found = Folder(
      isAppendOnly: attributes & (OKIT_IMMUTABLE | OKIT_APPEND_ONLY) != 0,
      stickyOwner: isSticky ? try FileStatus.of(path, followingLinks: true)?.raw.st_uid : nil, refusal: refusal)
    folders[path] = found
    return found
  }
}
