import Glibc

/// The users whose workspaces are trusted, and the folders that links may lead to.
///
/// The author of a workspace decides which files okit reads and changes there, and to whom it encrypts. That is safe for workspaces of the current
/// user and of root. Any other is read-only unless the user named it as safe.
package struct Trust: Sendable {
  /// The ids of the current user. Root is always trusted.
  package let callers: Set<UInt32>
  /// The file in which the user names safe folders, for hints; nil if there is no place for one.
  package let settingsPath: FilePath?
  private let readSafeFolders: @Sendable () throws -> SafeFolders

  /// Creates the trust of `callers`, by default the effective user. `safeFolders` is called only if the result depends on it; its errors come out of
  /// opening or changing a workspace.
  package init(
    callers: Set<UInt32>? = nil, settingsPath: FilePath? = nil,
    safeFolders: @escaping @Sendable () throws -> SafeFolders = { SafeFolders() }
  ) {
    self.callers = callers ?? [CurrentUser.id]
    self.settingsPath = settingsPath
    readSafeFolders = safeFolders
  }

  /// True for the current user and root.
  package func isTrusted(user id: UInt32) -> Bool { id == 0 || callers.contains(id) }

  /// True if `path`, absolute and without links, lies in a safe folder.
  package func isNamed(_ path: FilePath) throws -> Bool { try readSafeFolders().contains(path) }
}
