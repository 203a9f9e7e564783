package import Glibc

/// The effective user and group of this process, which never change.
package enum CurrentUser {
  /// The id of the user.
  package static let id = geteuid()
  /// The id of the user's group.
  package static let group = getegid()
}
