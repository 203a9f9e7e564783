import OKitStorage

/// The texts that Foundation's decoder accepts as a `URL`.
///
/// It is more lenient than RFC 3986: it escapes characters that are not allowed in a path, a query or a fragment. It rejects an empty text, and a
/// scheme, host or port that cannot be escaped.
enum URLText {
  /// True if an app can decode `text` as a URL.
  ///
  /// A host with letters beyond ASCII is accepted, although a few of them have no encoding in the domain name system.
  static func isValid(_ text: String) -> Bool {
    let bytes = Array(text.utf8)
    guard !bytes.isEmpty else { return false }
    guard let (scheme, rest) = schemeAndRest(bytes[...]) else { return false }
    guard rest.starts(with: "//".utf8) else { return true }
    let authority = rest.dropFirst(2).prefix { !"/?#".utf8.contains($0) }
    return authority.isEmpty || isAuthority(authority, scheme: scheme)
  }

  /// Returns the scheme in lower case, which can be empty, and the text after its colon; nil if the scheme is not valid.
  private static func schemeAndRest(_ bytes: ArraySlice<UInt8>) -> (scheme: String, rest: ArraySlice<UInt8>)? {
    guard let end = bytes.firstIndex(where: { ":/?#[]@".utf8.contains($0) }), bytes[end] == UInt8(ascii: ":")
    else { return ("", bytes) }
    let scheme = bytes[..<end]
    guard scheme.first.map(isLetter) ?? true,
      scheme.allSatisfy({ isLetter($0) || $0.isDecimalDigit || "+-.".utf8.contains($0) })
    else { return nil }
    return (String(decoding: scheme, as: UTF8.self).lowercased(), bytes[(end + 1)...])
  }

  private static func isAuthority(_ authority: ArraySlice<UInt8>, scheme: String) -> Bool {
    var host = authority
    if let at = authority.lastIndex(of: UInt8(ascii: "@")) { host = authority[(at + 1)...] }
    var port: ArraySlice<UInt8> = []
    if host.first == UInt8(ascii: "["), let closing = host.firstIndex(of: UInt8(ascii: "]")) {
      let behind = host[(closing + 1)...]
      guard behind.isEmpty || behind.first == UInt8(ascii: ":") else { return false }
      port = behind.dropFirst()
      guard isAddress(host[..<closing].dropFirst()) else { return false }
    } else {
      let name = host.prefix { $0 != UInt8(ascii: ":") }
      port = host[name.endIndex...].dropFirst()
      guard isHost(name) || schemesWithEscapedHost.contains(scheme) else { return false }
    }
    return port.allSatisfy(\.isDecimalDigit) || scheme == "addressbook"
  }

  /// True if the text between brackets can be an address. A zone after `%` is escaped.
  private static func isAddress(_ address: ArraySlice<UInt8>) -> Bool {
    address.contains(UInt8(ascii: "%")) || address.allSatisfy { isNameByte($0) || $0 == UInt8(ascii: ":") }
  }

  private static func isHost(_ name: ArraySlice<UInt8>) -> Bool {
    var rest = name
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "%") {
        guard rest.count >= 2, rest.prefix(2).allSatisfy(\.isHexDigit) else { return false }
        rest = rest.dropFirst(2)
      } else if byte < 0x80, !isNameByte(byte) {
        return false
      }
    }
    return true
  }

  /// Schemes whose hosts are not domain names. Foundation escapes them.
  private static let schemesWithEscapedHost: Set = [
    "tel", "telemergencycall", "telprompt", "callto", "facetime", "facetime-prompt", "facetime-audio",
    "facetime-audio-prompt", "imap", "pop", "addressbook", "contact", "phasset",
  ]

  private static func isLetter(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
  }

  /// Unreserved characters and `sub-delims` of RFC 3986.
  private static func isNameByte(_ byte: UInt8) -> Bool {
    isLetter(byte) || byte.isDecimalDigit || "-._~!$&'()*+,;=".utf8.contains(byte)
  }
}
