import Foundation
import TestSupport

/// A mount namespace with an empty /proc, as in a minimal chroot or container.
enum HiddenProc {
  /// True if this user may create such a namespace.
  static let works: Bool = {
    guard let machine = try? Machine() else { return false }
    return (try? machine.launch(arguments(["true"]), [], [:], nil))?.end == .status(0)
  }()

  /// True if files keep their owners there. In a user namespace of an ordinary user, `/` belongs to nobody, so no hook runs.
  static let keepsOwners: Bool = {
    guard geteuid() == 0, let machine = try? Machine() else { return false }
    return (try? machine.launch(["unshare", "--mount"] + inside(["true"]), [], [:], nil))?.end == .status(0)
  }()

  /// The arguments that run `program` there.
  static func arguments(_ program: [String]) -> [String] {
    (keepsOwners ? ["unshare", "--mount"] : ["unshare", "--map-root-user", "--mount"]) + inside(program)
  }

  private static func inside(_ program: [String]) -> [String] {
    ["sh", "-c", "mount -t tmpfs none /proc && exec \"$@\"", "sh"] + program
  }
}
