/// Puts the header for other recipients in front of the payload of an age file, which stays encrypted.
///
/// The file key stays the same, so whoever could open the file before can still open the new one if they noted the key. For the same reason a
/// passphrase cannot be part of it: it promises that only those who know it can have made the file.
package final class AgeRewrapping {
  /// The system stores pieces of this size in memory that was just free, and larger ones more often in memory that a virtual machine has to get first.
  private static let pieceSize = 256 << 10

  private let input: InputBuffer
  private let header: AgeHeader

  /// Reads the header of `source`, and unwraps the file key with the first matching identity.
  ///
  /// - Throws: ``AgeError`` of kind `recipient` for a file with a passphrase, or without recipients, and the errors of ``AgeDecryptor``.
  package init(identities: [any AgeIdentity], recipients: [X25519Recipient], source: @escaping CipherSource) throws {
    let file = try AgeInput(source, capacity: Self.pieceSize)
    input = file.buffer
    let former = try AgeHeaderParser.parse(file)
    guard !former.isPassphraseSealed else {
      throw AgeError(.recipient, "the header of a file with a passphrase cannot be replaced")
    }
    let fileKey = try AgeDecryptor.fileKey(of: former, identities)
    var stanzas: [AgeStanza] = []
    for recipient in recipients { stanzas += try recipient.wrap(fileKey) }
    header = try AgeHeader(stanzas: stanzas, fileKey: fileKey)
  }

  /// Passes the new file to `sink`, once. Throws the errors of the source and the sink, and ``AgeError`` of kind `armor`.
  package func write(to sink: CipherSink) throws {
    try header.serialized().withUnsafeBytes(sink)
    while try input.fill(1) {
      let piece = input.available
      try sink(piece)
      input.consume(piece.count)
    }
  }
}
