import Ciphers

/// `SHA256SUMS`, the last entry of a backup, as `sha256sum -c` reads it.
struct Checksums {
  static let fileName = "SHA256SUMS"
  /// Room for a million files.
  static let maximumSize: Int64 = 512 << 20

  private(set) var digests: [String: SHA256Digest] = [:]
  private var order: [String] = []

  init() {}

  mutating func add(_ path: String, _ digest: SHA256Digest) {
    if digests.updateValue(digest, forKey: path) == nil { order.append(path) }
  }

  /// A line for each file; a name with a backslash is marked and escaped as `sha256sum` does.
  func encoded() -> [UInt8] {
    var text = ""
    for path in order {
      let escaped = path.split(separator: "\\", omittingEmptySubsequences: false).joined(separator: "\\\\")
      text += "\(escaped == path ? "" : "\\")\(digests[path]!)  \(escaped)\n"
    }
    return Array(text.utf8)
  }

  /// Reads the lines of the backup `name`. Throws an error of kind `malformed`.
  init(decoding bytes: [UInt8], of name: String) throws {
    let wrong = OKitError(.malformed, "\(name): \(Self.fileName) is not a list of sums")
    guard let text = String(validating: bytes, as: UTF8.self) else { throw wrong }
    for line in text.split(separator: "\n") {
      let isEscaped = line.hasPrefix("\\")
      let fields = line.dropFirst(isEscaped ? 1 : 0)
      guard fields.utf8.count > 66, let digest = SHA256Digest(hex: fields.prefix(64)) else { throw wrong }
      let separator = fields.dropFirst(64).prefix(2)
      guard separator == "  " || separator == " *" else { throw wrong }
      var path = String(fields.dropFirst(66))
      if isEscaped { path = path.split(separator: "\\\\", omittingEmptySubsequences: false).joined(separator: "\\") }
      guard digests[path] == nil else { throw wrong }
      add(path, digest)
    }
  }
}
