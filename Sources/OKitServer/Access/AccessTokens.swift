package import Ciphers
package import JSONDocument
import OKitModels
package import OKitStorage

/// The tokens of a server, each with its scope. Only their SHA-256 is kept.
///
/// A file of tokens has one in each line: the token, or `sha256:` with the SHA-256 of it in hexadecimal digits; then `read` or `write`; then the
/// models, or nothing for all. Empty lines and those that begin with `#` do not count.
package struct AccessTokens: Sendable {
  /// A token.
  package struct Entry: Sendable {
    /// The number of its line in the file, from 1.
    package let line: Int
    /// The SHA-256 of the token.
    package let digest: SHA256Digest
    /// The files that it gives access to.
    package let scope: AccessScope
  }

  /// The smallest number of bytes of a token. A shorter one could be guessed.
  package static let minimumLength = 16
  private static let maximumSize: Int64 = 1 << 20

  /// The tokens in the order of the file.
  package let entries: [Entry]

  /// Reads a file of tokens. Throws errors of kind `configuration` if other users can read the file, `malformed` if a line is not valid or there is no
  /// token, and `SystemError`.
  package init(reading path: FilePath) throws {
    let file = try OpenFile(path, followingLinks: true)
    guard file.status.mode & 0o077 == 0 else {
      throw OKitError(
        .configuration, "other users can read \(path) (mode \(String(file.status.mode, radix: 8)))",
        remedy: .words("run 'chmod 600' on it"))
    }
    guard file.size <= Self.maximumSize else {
      throw OKitError(.malformed, "\(path) is too large for a file of tokens")
    }
    try self.init(parsing: file.contents(secret: true), path: path)
  }

  /// Parses the content of a file of tokens. Errors name the file `path`.
  package init(parsing content: JSONBytes, path: FilePath) throws {
    var entries: [Entry] = []
    try content.withUnsafeBytes { bytes in
      for (index, line) in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).enumerated() {
        let words = line.split { [UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r")].contains($0) }
        guard let token = words.first, token.first != UInt8(ascii: "#") else { continue }
        let entry = try Self.entry(token, words.dropFirst(), index + 1, path)
        guard !entries.contains(where: { $0.digest == entry.digest }) else {
          throw OKitError(.malformed, "\(path):\(index + 1): the token is repeated")
        }
        entries.append(entry)
      }
    }
    guard !entries.isEmpty else { throw OKitError(.malformed, "\(path) contains no token") }
    self.entries = entries
  }

  private static func entry(
    _ token: Slice<UnsafeRawBufferPointer>, _ words: ArraySlice<Slice<UnsafeRawBufferPointer>>, _ line: Int,
    _ path: FilePath
  ) throws -> Entry {
    // An error never shows the line, because words could be out of order.
    func fault(_ text: String) -> OKitError { OKitError(.malformed, "\(path):\(line): \(text)") }
    let digest: SHA256Digest
    if token.starts(with: "sha256:".utf8) {
      guard let known = SHA256Digest(hex: String(decoding: token.dropFirst(7), as: UTF8.self)) else {
        throw fault("sha256: is not followed by 64 hexadecimal digits")
      }
      digest = known
    } else {
      guard token.count >= minimumLength else { throw fault("the token is shorter than \(minimumLength) bytes") }
      digest = SHA256Hasher.hash(UnsafeRawBufferPointer(rebasing: token))
    }
    guard let right = words.first, right.elementsEqual("read".utf8) || right.elementsEqual("write".utf8) else {
      throw fault("the token is not followed by 'read' or 'write'")
    }
    var names: [String] = []
    for (index, word) in words.dropFirst().enumerated() {
      guard let name = String(validating: word, as: UTF8.self), AccessScope.canContain(name) else {
        throw fault("word \(index + 3) is not the name of a model, '_image' or '_data'")
      }
      names.append(name)
    }
    let scope = AccessScope(mayWrite: right.elementsEqual("write".utf8), names: names.isEmpty ? nil : names)
    return Entry(line: line, digest: digest, scope: scope)
  }

  /// Returns the token with this SHA-256; nil if there is none. The time does not depend on the digests.
  package func entry(_ digest: SHA256Digest) -> Entry? {
    var found: Entry?
    for entry in entries {
      var difference: UInt8 = 0
      for (left, right) in zip(entry.digest.bytes, digest.bytes) { difference |= left ^ right }
      if difference == 0 { found = entry }
    }
    return found
  }
}
