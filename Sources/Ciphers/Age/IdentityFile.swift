/// A file of secret keys as `age-keygen` makes it: an identity on each line, `#` starts a comment line.
package struct IdentityFile: Sendable {
  /// The identities, in the order of the lines; at least one.
  package let identities: [X25519Identity]

  /// Takes the identities for a new file.
  ///
  /// - Parameter identities: At least one.
  package init(_ identities: [X25519Identity]) {
    precondition(!identities.isEmpty, "an identity file needs an identity")
    self.identities = identities
  }

  /// Reads the text of a file that is not encrypted.
  ///
  /// - Throws: ``AgeKeyError`` with the number of the line that is no identity, never with its text, or without a
  ///   number if there is none, or if the file is encrypted.
  package init(parsing text: UnsafeRawBufferPointer) throws(AgeKeyError) {
    guard !Self.isEncrypted(text) else { throw AgeKeyError("the identity file is encrypted with a passphrase") }
    var identities: [X25519Identity] = []
    try KeyLines.read(text) { line throws(AgeKeyError) in
      identities.append(try X25519Identity(parsing: line))
    }
    guard !identities.isEmpty else { throw AgeKeyError("the file contains no identity") }
    self.identities = identities
  }

  /// The text of a file: comments with the time and each public key, and the keys.
  ///
  /// - Parameter created: The time to write down, as RFC 3339 in UTC, such as `2026-11-21T07:50:14Z`.
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
