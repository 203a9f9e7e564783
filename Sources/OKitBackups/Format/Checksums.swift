package import Ciphers
package import OKitStorage

/// `SHA256SUMS`, the last entry of a backup, in the format of `sha256sum -c`.
package struct Checksums {
  /// The name of the entry.
  package static let fileName = "SHA256SUMS"
  static let entry = BackupPath(text: fileName)
  /// The checksums by path.
  package private(set) var digests: [BackupPath: SHA256Digest] = [:]
  private var order: [BackupPath] = []

  /// Creates an empty list.
  package init() {}

  /// Adds the checksum of a file.
  package mutating func add(_ path: BackupPath, _ digest: SHA256Digest) {
    if digests.updateValue(digest, forKey: path) == nil { order.append(path) }
  }

  /// Returns the text with a line for each file. A name with a backslash, line feed or carriage return is marked and escaped as by `sha256sum`.
  package func encoded() -> [UInt8] {
    var text: [UInt8] = []
    for path in order {
      let name = path.text.utf8
      if name.contains(where: { Self.escapes[$0] != nil }) { text.append(Self.backslash) }
      text += digests[path]!.description.utf8
      text += "  ".utf8
      for byte in name { text += Self.escapes[byte].map { [Self.backslash, $0] } ?? [byte] }
      text.append(Self.lineFeed)
    }
    return text
  }

  /// Returns the maximum size of an entry for files with these names. It leaves room for additional names, so that errors can name
  /// them, but is small enough not to exhaust the memory.
  static func maximumSize(of names: [BackupPath]) -> Int64 {
    // A line has a mark in front, two characters in the middle, and a line feed. Each byte of a name may be escaped.
    1 << 16 + names.reduce(0) { $0 + Int64(digits + 4 + 2 * $1.text.utf8.count) }
  }

  /// Parses the entry of the backup `name`. Throws an error of kind `malformed`.
  package init(decoding bytes: some Collection<UInt8>, of name: String) throws {
    var rest = Array(bytes)[...]
    while !rest.isEmpty {
      let line = rest.prefix { $0 != Self.lineFeed }
      rest = rest[line.endIndex...].dropFirst()
      if line.isEmpty { continue }
      guard let (path, digest) = Self.parse(line), digests[path] == nil else {
        throw OKitError(.malformed, "\(name): \(Self.fileName) is not a list of checksums")
      }
      add(path, digest)
    }
  }

  private static let backslash = UInt8(ascii: "\\")
  private static let lineFeed = UInt8(ascii: "\n")
  private static let escapes = [
    backslash: backslash, lineFeed: UInt8(ascii: "n"), UInt8(ascii: "\r"): UInt8(ascii: "r"),
  ]
  private static let digits = 2 * SHA256Digest.size

  /// Parses `DIGEST  NAME` or `DIGEST *NAME`, with a backslash in front if the name is escaped.
  private static func parse(_ line: ArraySlice<UInt8>) -> (path: BackupPath, digest: SHA256Digest)? {
    let isEscaped = line.first == backslash
    let fields = line.dropFirst(isEscaped ? 1 : 0)
    let separator = fields.dropFirst(digits).prefix(2)
    guard let digest = SHA256Digest(hex: String(decoding: fields.prefix(digits), as: UTF8.self)),
      separator.elementsEqual("  ".utf8) || separator.elementsEqual(" *".utf8)
    else { return nil }
    var name = Array(fields.dropFirst(digits + 2))
    if isEscaped {
      guard let unescaped = unescape(name) else { return nil }
      name = unescaped
    }
    guard !name.isEmpty, let path = String(validating: name, as: UTF8.self) else { return nil }
    return (BackupPath(text: path), digest)
  }

  private static func unescape(_ name: [UInt8]) -> [UInt8]? {
    var result: [UInt8] = []
    var isPending = false
    for byte in name {
      if isPending {
        guard let meant = escapes.first(where: { $0.value == byte })?.key else { return nil }
        result.append(meant)
        isPending = false
      } else if byte == backslash {
        isPending = true
      } else {
        result.append(byte)
      }
    }
    return isPending ? nil : result
  }
}
