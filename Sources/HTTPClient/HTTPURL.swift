import CCurl

/// The URL of a server, or of a file below it.
package struct HTTPURL: Hashable, Sendable, CustomStringConvertible {
  /// `http` or `https`.
  package let scheme: String
  /// The name or address of the host, in brackets if it is one of IPv6.
  package let host: String
  /// The port.
  package let port: String
  /// The path, percent-encoded. It begins with a slash and does not end with one, unless it is the root.
  package let path: String

  /// Parses the URL of a server. Without a scheme it is one of `https`, or of `http` for this machine.
  ///
  /// Throws ``HTTPError/Reason/invalidURL`` if it is not one, or contains a user, a query or a fragment.
  package init(_ text: String) throws(HTTPError) {
    try self.init(text, relativeTo: nil)
    guard path.utf8.count <= 4096 else { throw Self.invalid(text, "it is too long") }
  }

  /// Parses a URL that a server sent, which can be relative to this one.
  func resolving(_ text: String) throws(HTTPError) -> HTTPURL { try HTTPURL(text, relativeTo: self) }

  private init(_ text: String, relativeTo base: HTTPURL?) throws(HTTPError) {
    let library = try CurlLibrary.required()
    guard let parsed = library.createURL() else { throw Self.invalid(text, "there is no memory for it") }
    defer { library.freeURL(parsed) }
    guard !text.utf8.contains(where: { $0 <= 0x20 || $0 == 0x7F }) else {
      throw Self.invalid(text, "it contains a space or a control character")
    }
    let hasScheme = text.utf8.drop { $0 != UInt8(ascii: ":") }.starts(with: "://".utf8)
    if let base { _ = base.description.withCString { library.setPart(parsed, CURLUPART_URL, $0, 0) } }
    let full = base == nil && !hasScheme ? "https://" + text : text
    guard
      full.withCString({ library.setPart(parsed, CURLUPART_URL, $0, UInt32(CURLU_NON_SUPPORT_SCHEME)) }) == CURLUE_OK
    else { throw Self.invalid(text, "it is not a URL") }
    func part(_ name: CURLUPart, _ flags: Int32 = 0) -> String? {
      var found: UnsafeMutablePointer<CChar>?
      guard library.part(parsed, name, &found, UInt32(flags)) == CURLUE_OK, let found else { return nil }
      defer { library.free(found) }
      return String(cString: found)
    }
    guard let host = part(CURLUPART_HOST)?.lowercased(), !host.isEmpty else {
      throw Self.invalid(text, "it has no host")
    }
    let scheme =
      base == nil && !hasScheme && Self.isLoopback(host) ? "http" : part(CURLUPART_SCHEME)?.lowercased() ?? ""
    guard scheme == "http" || scheme == "https" else { throw Self.invalid(text, "it is neither http nor https") }
    if part(CURLUPART_USER) != nil || part(CURLUPART_PASSWORD) != nil {
      throw HTTPError(.invalidURL, "a URL must not contain a user or a password")
    }
    if base == nil, part(CURLUPART_QUERY) != nil || part(CURLUPART_FRAGMENT) != nil {
      throw Self.invalid(text, "it has a query or a fragment")
    }
    var path = part(CURLUPART_PATH) ?? "/"
    while base == nil, path.utf8.count > 1, path.utf8.last == UInt8(ascii: "/") { path.removeLast() }
    self.scheme = scheme
    self.host = host
    self.port = part(CURLUPART_PORT) ?? (scheme == "http" ? "80" : "443")
    self.path = path + (part(CURLUPART_QUERY).map { "?" + $0 } ?? "")
  }

  private init(scheme: String, host: String, port: String, path: String) {
    self.scheme = scheme
    self.host = host
    self.port = port
    self.path = path
  }

  private static func invalid(_ text: String, _ why: String) -> HTTPError {
    let isPrintable =
      text.utf8.count <= 200 && !text.utf8.contains { $0 <= 0x20 || $0 == 0x7F || $0 == UInt8(ascii: "@") }
    return HTTPError(.invalidURL, isPrintable ? "'\(text)' is not a valid URL: \(why)" : "not a valid URL: \(why)")
  }

  /// The URL of a file below this one. `names` are not encoded.
  package func appending(_ names: [String]) -> HTTPURL {
    let encoded = names.map { "/" + Self.encoded($0) }.joined()
    return HTTPURL(scheme: scheme, host: host, port: port, path: (path == "/" ? "" : path) + encoded)
  }

  /// Percent-encodes all but the characters that RFC 3986 calls unreserved.
  private static func encoded(_ name: String) -> String {
    let digits = Array("0123456789ABCDEF".utf8)
    var bytes: [UInt8] = []
    for byte in name.utf8 {
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
        UInt8(ascii: "~"):
        bytes.append(byte)
      default: bytes += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// True if the host is this machine.
  package var isLoopback: Bool { Self.isLoopback(host) }

  private static func isLoopback(_ host: String) -> Bool {
    if host == "localhost" || host == "[::1]" { return true }
    let parts = host.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count == 4 && parts[0] == "127" && parts.allSatisfy { UInt8($0) != nil }
  }

  /// True if both are on the same server: scheme, host and port.
  func hasOrigin(of other: HTTPURL) -> Bool { scheme == other.scheme && host == other.host && port == other.port }

  /// The whole URL.
  package var description: String { origin + (path == "/" ? "" : path) }

  /// The scheme, the host and the port.
  package var origin: String {
    let isUsual = port == (scheme == "http" ? "80" : "443")
    return "\(scheme)://\(host)" + (isUsual ? "" : ":\(port)")
  }
}
