/// The value of `Host` or the address of an `Origin`.
package enum HostName {
  /// True if a `Host` names this machine itself: `localhost`, `127.0.0.1` or `[::1]`, with any port.
  ///
  /// A web page can give its own name the address of this machine. Its requests have another name in `Host`.
  package static func isLoopback(_ host: String) -> Bool {
    let name = withoutPort(host.utf8[...])
    if name.elementsEqual("[::1]".utf8) || name.elementsEqual("localhost".utf8) { return true }
    let parts = name.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    return parts.count == 4 && parts[0].elementsEqual("127".utf8)
      && parts.allSatisfy { part in
        (1...3).contains(part.count) && part.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
      }
  }

  /// True if `origin`, such as `http://localhost:8123`, is the server that `host` names.
  package static func isSame(origin: String, host: String) -> Bool {
    for scheme in ["http://", "https://"] where origin.utf8.starts(with: scheme.utf8) {
      return origin.utf8.dropFirst(scheme.utf8.count).elementsEqual(host.utf8)
    }
    return false
  }

  private static func withoutPort(_ host: Substring.UTF8View) -> Substring.UTF8View {
    if host.first == UInt8(ascii: "["), let end = host.firstIndex(of: UInt8(ascii: "]")) { return host[...end] }
    return host.prefix { $0 != UInt8(ascii: ":") }
  }
}
