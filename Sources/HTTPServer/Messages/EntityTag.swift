package import Ciphers

/// A strong entity tag of RFC 9110: a text in quotes that names one version of a file.
package struct EntityTag: Hashable, Sendable, CustomStringConvertible {
  /// The tag with its quotes, as it is sent.
  package let description: String

  /// The tag of content with this SHA-256.
  package init(_ digest: SHA256Digest) { description = "\"\(digest.hex)\"" }

  fileprivate init(_ quoted: some Sequence<UInt8>) { description = String(decoding: Array(quoted), as: UTF8.self) }
}

/// The value of `If-Match` or `If-None-Match`: a list of tags, or any version.
package enum EntityTagCondition: Equatable, Sendable {
  /// `*`: any version.
  case any
  /// One of these versions. Weak tags are left out: okit sends none, and they never match strongly.
  case tags([EntityTag], weak: [EntityTag])

  /// Parses the values of all headers with one name; nil if a value is malformed.
  package init?(parsing values: [String]) {
    var (strong, weak) = ([EntityTag](), [EntityTag]())
    for value in values {
      var rest = value.utf8[...]
      if Array(rest.filter { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "\t") }) == [UInt8(ascii: "*")] {
        guard values.count == 1 else { return nil }
        self = .any
        return
      }
      while true {
        rest = rest.drop { [UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: ",")].contains($0) }
        if rest.isEmpty { break }
        let isWeak = rest.starts(with: "W/".utf8)
        if isWeak { rest = rest.dropFirst(2) }
        guard rest.first == UInt8(ascii: "\""),
          let end = rest.dropFirst().firstIndex(of: UInt8(ascii: "\""))
        else { return nil }
        let tag = EntityTag(rest[...end])
        if isWeak { weak.append(tag) } else { strong.append(tag) }
        rest = rest[rest.index(after: end)...]
        let next = rest.drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
        guard next.isEmpty || next.first == UInt8(ascii: ",") else { return nil }
      }
    }
    self = .tags(strong, weak: weak)
  }

  /// True if the version `tag` meets the condition in a strong comparison; nil is a file that does not exist.
  package func matches(_ tag: EntityTag?) -> Bool {
    switch self {
    case .any: tag != nil
    case .tags(let strong, _): tag.map(strong.contains) ?? false
    }
  }

  /// True if the version `tag` meets the condition in a weak comparison, which `If-None-Match` uses.
  package func matchesWeakly(_ tag: EntityTag?) -> Bool {
    switch self {
    case .any: tag != nil
    case .tags(let strong, let weak): tag.map { strong.contains($0) || weak.contains($0) } ?? false
    }
  }
}
