/// Runs programs in a mount namespace in which /proc is empty, as in a minimal chroot or container.
enum HiddenProc {
  /// Whether this user may create such a namespace.
  static let works: Bool = {
    guard let machine = try? Machine() else { return false }
    return (try? machine.launch(arguments(["true"]), [], [:], nil))?.end == .status(0)
  }()

  /// The arguments that run `program` there.
  static func arguments(_ program: [String]) -> [String] {
    ["unshare", "--map-root-user", "--mount", "sh", "-c", "mount -t tmpfs none /proc && exec \"$@\"", "sh"] + program
  }
}
