import Glibc

/// The users whose workspaces the caller trusts, and the folders that links may lead to.
///
/// Whoever made a workspace decides what okit reads there, whom it encrypts to and which files it changes. That is safe for the caller's own workspaces and for
/// those of root; any other is only read, unless the caller named it as safe.
package struct Trust: Sendable {
  /// The users who count as the caller. Root is always trusted.
  package let callers: Set<UInt32>
  /// The file in which the caller names safe folders, for hints; nil if there is no place for one.
  package let settingsPath: String?
  private let readSafeFolders: @Sendable () throws -> SafeFolders

  /// The trust of `callers`, by default the effective user. `safeFolders` is called only if something is not trusted without it; what it throws
  /// comes out of opening or changing a workspace.
  package init(
    callers: Set<UInt32>? = nil, settingsPath: String? = nil,
    safeFolders: @escaping @Sendable () throws -> SafeFolders = { SafeFolders() }
  ) {
    self.callers = callers ?? [geteuid()]
    self.settingsPath = settingsPath
    readSafeFolders = safeFolders
  }

  /// True for the caller and root.
  package func isTrusted(user id: UInt32) -> Bool { id == 0 || callers.contains(id) }

  /// True if `path`, absolute and without links, lies in a safe folder.
  package func isNamed(_ path: String) throws -> Bool { try readSafeFolders().contains(path) }
}
