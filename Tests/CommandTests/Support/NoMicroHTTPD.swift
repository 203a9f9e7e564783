import TestSupport

/// A mount namespace without libmicrohttpd, as in minimal images: its files are empty.
enum NoMicroHTTPD {
  private static let hidden =
    "for file in $(find /usr/lib /usr/local/lib -name 'libmicrohttpd.so*'); do mount --bind /dev/null \"$file\"; done; exec \"$@\""
  /// The words before a command that run it in the namespace.
  static let namespace = ["unshare", "--user", "--map-root-user", "--mount", "sh", "-c", hidden, "sh"]

  /// True if this process may create one.
  static let isPossible: Bool = {
    guard let machine = try? Machine() else { return false }
    return (try? machine.launch(namespace + ["true"], [], [:], nil))?.end == .status(0)
  }()
}
