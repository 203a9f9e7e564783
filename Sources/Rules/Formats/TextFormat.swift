import Glibc

/// A format of texts, as in the keyword `format`. okit checks formats; JSON Schema leaves that open.
package enum TextFormat: String, CaseIterable, Sendable {
  /// A date (RFC 3339): `2026-01-31`.
  case date
  /// A time with its offset (RFC 3339): `08:30:00Z`.
  case time
  /// A date and time (RFC 3339): `2026-01-31T08:30:00+01:00`.
  case dateTime = "date-time"
  /// An e-mail address (RFC 5321) without quotes and comments.
  case email
  /// The name of a host (RFC 1123).
  case hostname
  /// An IPv4 address (RFC 2673).
  case ipv4
  /// An IPv6 address (RFC 4291).
  case ipv6
  /// A URI with its scheme (RFC 3986).
  case uri
  /// A URI with or without a scheme (RFC 3986).
  case uriReference = "uri-reference"
  /// A UUID (RFC 4122).
  case uuid

  /// The format in messages, with its article.
  var shown: String {
    switch self {
    case .date: "a date such as 2026-01-31"
    case .time: "a time such as 08:30:00Z"
    case .dateTime: "a date and time such as 2026-01-31T08:30:00Z"
    case .email: "an e-mail address"
    case .hostname: "the name of a host"
    case .ipv4: "an IPv4 address"
    case .ipv6: "an IPv6 address"
    case .uri: "a URI with its scheme"
    case .uriReference: "a URI"
    case .uuid: "a UUID"
    }
  }

  /// True if a text has the format.
  package func matches(_ text: String) -> Bool {
    var scan = FormatScan(rest: text.utf8[...])
    switch self {
    case .date: return scan.takeDate() && scan.rest.isEmpty
    case .time: return scan.takeTime() && scan.rest.isEmpty
    case .dateTime:
      return scan.takeDate() && (scan.take("T") || scan.take("t")) && scan.takeTime() && scan.rest.isEmpty
    case .email:
      guard let at = text.utf8.lastIndex(of: UInt8(ascii: "@")) else { return false }
      let domain = text.utf8[text.utf8.index(after: at)...]
      return Self.isLocalPart(text.utf8[..<at]) && Self.isHostname(domain)
    case .hostname: return Self.isHostname(text.utf8[...])
    case .ipv4:
      let parts = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
      return parts.count == 4 && parts.allSatisfy(Self.isOctet)
    case .ipv6:
      var address = in6_addr()
      // The C function would stop at a NUL.
      return !text.utf8.contains(0) && inet_pton(AF_INET6, text, &address) == 1
    case .uri: return scan.takeScheme() && scan.isRestOfURI()
    case .uriReference: return scan.isRestOfURI()
    case .uuid:
      let groups = text.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
      return groups.map(\.count) == [8, 4, 4, 4, 12] && groups.joined().allSatisfy(isHexDigit)
    }
  }

  private static func isLocalPart(_ text: Substring.UTF8View) -> Bool {
    1...64 ~= text.count
      && text.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false).allSatisfy { atom in
        !atom.isEmpty && atom.allSatisfy { isLetter($0) || isDigit($0) || "!#$%&'*+-/=?^_`{|}~".utf8.contains($0) }
      }
  }

  private static func isHostname(_ text: Substring.UTF8View) -> Bool {
    1...253 ~= text.count
      && text.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false).allSatisfy { label in
        1...63 ~= label.count && label.first != UInt8(ascii: "-") && label.last != UInt8(ascii: "-")
          && label.allSatisfy { isLetter($0) || isDigit($0) || $0 == UInt8(ascii: "-") }
      }
  }

  private static func isOctet(_ text: Substring.UTF8View) -> Bool {
    1...3 ~= text.count && text.allSatisfy(isDigit) && (text.count == 1 || text.first != UInt8(ascii: "0"))
      && Int(Substring(text)).map { $0 < 256 } == true
  }
}

/// Reads the parts of formats.
private struct FormatScan {
  var rest: Substring.UTF8View

  mutating func take(_ character: Unicode.Scalar) -> Bool {
    guard rest.first == UInt8(ascii: character) else { return false }
    rest.removeFirst()
    return true
  }

  private mutating func number(_ count: Int) -> Int? {
    let digits = rest.prefix(count)
    guard digits.count == count, digits.allSatisfy(isDigit) else { return nil }
    rest.removeFirst(count)
    return Int(Substring(digits))
  }

  mutating func takeDate() -> Bool {
    guard let year = number(4), take("-"), let month = number(2), take("-"), let day = number(2),
      1...12 ~= month
    else { return false }
    let isLeapYear = year.isMultiple(of: 4) && (!year.isMultiple(of: 100) || year.isMultiple(of: 400))
    let days = [31, isLeapYear ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1]
    return 1...days ~= day
  }

  mutating func takeTime() -> Bool {
    guard let hour = number(2), take(":"), let minute = number(2), take(":"), let second = number(2),
      0...23 ~= hour, 0...59 ~= minute, 0...60 ~= second
    else { return false }
    if take(".") {
      let digits = rest.prefix(while: isDigit).count
      guard digits > 0 else { return false }
      rest.removeFirst(digits)
    }
    var offset = 0
    if !take("Z"), !take("z") {
      let isEast = take("+")
      guard isEast || take("-"), let hours = number(2), take(":"), let minutes = number(2), 0...23 ~= hours,
        0...59 ~= minutes
      else { return false }
      offset = (hours * 60 + minutes) * (isEast ? 1 : -1)
    }
    guard second == 60 else { return true }
    // A leap second is the last one of a day in UTC.
    return (hour * 60 + minute - offset + 2880) % 1440 == 1439
  }

  mutating func takeScheme() -> Bool {
    guard let colon = rest.firstIndex(of: UInt8(ascii: ":")), let first = rest.first, isLetter(first),
      rest[..<colon].allSatisfy({ isLetter($0) || isDigit($0) || "+-.".utf8.contains($0) })
    else { return false }
    rest = rest[rest.index(after: colon)...]
    return true
  }

  /// True if the rest contains only characters of URIs and whole percent escapes.
  mutating func isRestOfURI() -> Bool {
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "%") {
        guard let high = rest.popFirst(), let low = rest.popFirst(), isHexDigit(high), isHexDigit(low) else {
          return false
        }
      } else if !(isLetter(byte) || isDigit(byte) || "-._~:/?#[]@!$&'()*+,;=".utf8.contains(byte)) {
        return false
      }
    }
    return true
  }
}

private func isDigit(_ byte: UInt8) -> Bool { UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte }

private func isLetter(_ byte: UInt8) -> Bool { UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20 }

private func isHexDigit(_ byte: UInt8) -> Bool {
  isDigit(byte) || UInt8(ascii: "a")...UInt8(ascii: "f") ~= byte | 0x20
}
