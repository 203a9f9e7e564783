package import Glibc

/// The effective user and group of this process when they were first asked for. A program that changes them does so before it uses the library.
package enum CurrentUser {
  /// The id of the user.
  package static let id = geteuid()
  /// The id of the user's group.
  package static let group = getegid()
}
