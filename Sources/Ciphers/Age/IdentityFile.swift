/// A file of secret keys in the format of `age-keygen`: one identity per line, and comment lines that start with `#`.
package struct IdentityFile: Sendable {
  /// The identities in the order of the lines; at least one.
  package let identities: [X25519Identity]

  /// Creates the contents of a new file.
  ///
  /// - Parameter identities: The identities, at least one.
  package init(_ identities: [X25519Identity]) {
    precondition(!identities.isEmpty, "an identity file needs an identity")
    self.identities = identities
  }

  /// Parses the text of a file that is not encrypted.
  ///
  /// - Throws: ``AgeKeyError`` with the number of an invalid line, but never with its text. There is no number if the file
  ///   contains no identity or is encrypted.
  package init(parsing text: UnsafeRawBufferPointer) throws(AgeKeyError) {
    guard !Self.isEncrypted(text) else { throw AgeKeyError("the identity file is encrypted with a passphrase") }
    var identities: [X25519Identity] = []
    try KeyFileLines.read(text) { line throws(AgeKeyError) in
      identities.append(try X25519Identity(parsing: line))
    }
    guard !identities.isEmpty else { throw AgeKeyError("the file contains no identity") }
    self.identities = identities
  }

  /// Returns the text of the file: comments with the time and the public keys, and the secret keys.
  ///
  /// - Parameter created: The time to record, as RFC 3339 in UTC, such as `2026-11-21T07:50:14Z`.
  package func encoded(created: String) -> SecretBytes {
    precondition(!created.utf8.contains { $0 == 0x0A || $0 == 0x0D }, "a time is one line")
    let created = Array("# created: \(created)\n".utf8)
    let comments = identities.map { Array("# public key: \($0.recipient)\n".utf8) }
    let keySize = identities.first.map { $0.encoded().count } ?? 0
    let size = comments.reduce(created.count) { $0 + $1.count + keySize + 1 }
    var text = SecretBytes(count: size)
    var written = 0
    created.withUnsafeBytes { text.store($0, at: &written) }
    for (identity, comment) in zip(identities, comments) {
      comment.withUnsafeBytes { text.store($0, at: &written) }
      identity.encoded().withUnsafeBytes { text.store($0, at: &written) }
      [UInt8(ascii: "\n")].withUnsafeBytes { text.store($0, at: &written) }
    }
    return text
  }
}
