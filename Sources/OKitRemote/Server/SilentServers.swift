import OKitStorage

/// The servers that did not answer while a view was shown.
final class SilentServers {
  /// The first error of each, by its origin.
  var failures: [String: OKitError] = [:]
}
