import TestSupport

/// A mount namespace without libxml2, as in minimal images: its files are empty.
enum NoXML {
  private static let hidden =
    "for file in $(find /usr/lib /usr/local/lib -name 'libxml2.so*'); do mount --bind /dev/null \"$file\"; done; exec \"$@\""
  /// The words before a command that run it in the namespace.
  static let namespace = ["unshare", "--user", "--map-root-user", "--mount", "sh", "-c", hidden, "sh"]

  /// True if this process may create one and okit starts there. Unlike a release, a build for tests is linked with the system's libarchive, which
  /// needs libxml2.
  static let isPossible: Bool = {
    guard let machine = try? Machine() else { return false }
    return (try? machine.launch(namespace + [Machine.okit, "--version"], [], [:], nil))?.end == .status(0)
  }()
}
