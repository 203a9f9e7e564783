/// The target of a request: a path and parameters, as RFC 9112 and RFC 3986 write them.
package struct RequestTarget: Equatable, Sendable {
  /// The parts of the path between slashes, decoded. The path `/` has one part, which is empty.
  package let path: [String]
  /// The parameters, decoded, in their order.
  package let parameters: [(name: String, value: String)]

  /// Parses a target; nil if it is malformed: an escape that is none, a path that is not absolute, or text that is not UTF-8.
  package init?(parsing target: String) {
    var rest = target.utf8[...]
    // Clients of proxies send the whole URL.
    for scheme in ["http://", "https://"] where rest.starts(with: scheme.utf8) {
      rest = rest.dropFirst(scheme.utf8.count).drop { $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: "?") }
    }
    rest = rest.prefix { $0 != UInt8(ascii: "#") }
    let end = rest.firstIndex(of: UInt8(ascii: "?")) ?? rest.endIndex
    guard rest.first == UInt8(ascii: "/") else { return nil }
    var path: [String] = []
    for part in rest[..<end].dropFirst().split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false) {
      guard let text = PercentEncoding.decoded(part) else { return nil }
      path.append(text)
    }
    var parameters: [(name: String, value: String)] = []
    for part in rest[end...].dropFirst().split(separator: UInt8(ascii: "&")) {
      let sign = part.firstIndex(of: UInt8(ascii: "=")) ?? part.endIndex
      guard let name = PercentEncoding.decoded(part[..<sign], plusIsSpace: true),
        let value = PercentEncoding.decoded(part[sign...].dropFirst(), plusIsSpace: true)
      else { return nil }
      parameters.append((name, value))
    }
    self.path = path
    self.parameters = parameters
  }

  package static func == (left: RequestTarget, right: RequestTarget) -> Bool {
    left.path == right.path && left.parameters.elementsEqual(right.parameters) { $0 == $1 }
  }

  /// Returns all values of a parameter, in their order.
  package func values(of name: String) -> [String] {
    parameters.filter { $0.name.utf8.elementsEqual(name.utf8) }.map(\.value)
  }
}

/// The escapes `%20` in URLs.
package enum PercentEncoding {
  /// Returns the text that `bytes` encode; nil for an escape that is none, and for bytes that are not UTF-8.
  package static func decoded(_ bytes: some Sequence<UInt8>, plusIsSpace: Bool = false) -> String? {
    var decoded: [UInt8] = []
    var iterator = bytes.makeIterator()
    while let byte = iterator.next() {
      if byte == UInt8(ascii: "%") {
        guard let high = iterator.next().flatMap(digit), let low = iterator.next().flatMap(digit) else { return nil }
        decoded.append(high << 4 | low)
      } else {
        decoded.append(plusIsSpace && byte == UInt8(ascii: "+") ? UInt8(ascii: " ") : byte)
      }
    }
    return String(validating: decoded, as: UTF8.self)
  }

  private static func digit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
    default: nil
    }
  }
}
