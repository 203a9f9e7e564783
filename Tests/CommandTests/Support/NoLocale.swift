import TestSupport

/// A mount namespace without locales, as in minimal images: their folder is empty.
enum NoLocale {
  private static let hidden = "mount -t tmpfs none /usr/lib/locale && exec \"$@\""
  /// The words before a command that run it in the namespace.
  static let namespace = ["unshare", "--user", "--map-root-user", "--mount", "sh", "-c", hidden, "sh"]

  /// True if this process may create one.
  static let isPossible: Bool = {
    guard let machine = try? Machine() else { return false }
    let output = try? machine.launch(namespace + ["locale", "-a"], [], [:], nil)
    return output.map { $0.end == .status(0) && !$0.text.lowercased().contains("utf") } ?? false
  }()
}
