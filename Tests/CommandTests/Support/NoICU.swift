import TestSupport

/// A system without ICU, as minimal images are: a mount namespace in which its files are empty.
enum NoICU {
  private static let hidden =
    "for file in $(find /usr/lib /usr/local/lib -name 'libicui18n.so*'); do mount --bind /dev/null \"$file\"; done; exec \"$@\""
  /// Words before a command that runs it in the namespace.
  static let namespace = ["unshare", "--user", "--map-root-user", "--mount", "sh", "-c", hidden, "sh"]

  /// Whether this process may make one.
  static let isPossible: Bool = {
    guard let machine = try? Machine() else { return false }
    return (try? machine.launch(namespace + ["true"], [], [:], nil))?.end == .status(0)
  }()
}
