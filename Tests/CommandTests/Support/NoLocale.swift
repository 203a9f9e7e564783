import TestSupport

/// A system without any locale, as minimal images are: a mount namespace in which the folder of locales is empty.
enum NoLocale {
  private static let hidden = "mount -t tmpfs none /usr/lib/locale && exec \"$@\""
  /// Words before a command that runs it in the namespace.
  static let namespace = ["unshare", "--user", "--map-root-user", "--mount", "sh", "-c", hidden, "sh"]

  /// Whether this process may make one.
  static let isPossible: Bool = {
    guard let machine = try? Machine() else { return false }
    let output = try? machine.launch(namespace + ["locale", "-a"], [], [:], nil)
    return output.map { $0.end == .status(0) && !$0.text.lowercased().contains("utf") } ?? false
  }()
}
