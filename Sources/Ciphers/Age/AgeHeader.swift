/// The header of an age file: the wrapped file keys, and a code that authenticates the header
/// (age-encryption.org/v1, "Header").
///
/// Parsing takes bounded memory: a header of more than 1 MiB, 64 KiB per line or 1,000 stanzas is refused.
package struct AgeHeader: Hashable, Sendable {
  /// The recipient stanzas in the order of the file; at least one.
  package let stanzas: [AgeStanza]

  /// The authenticated text: everything up to and including `---`, exactly as received.
  private let authenticated: [UInt8]

  private let code: [UInt8]

  /// True if the header was read through an armor, so that ``length`` is not its size in the file.
  package let isArmored: Bool

  init(stanzas: [AgeStanza], authenticated: [UInt8], code: [UInt8], isArmored: Bool = false) {
    self.stanzas = stanzas
    self.authenticated = authenticated
    self.code = code
    self.isArmored = isArmored
  }

  /// Creates the header of a new file.
  ///
  /// - Throws: ``AgeError`` of kind `recipient` if there are no stanzas, or if they are invalid or cannot be combined.
  init(stanzas: [AgeStanza], fileKey: borrowing SecretBytes) throws {
    guard !stanzas.isEmpty else { throw AgeError(.recipient, "no recipients to encrypt to") }
    guard stanzas.count == 1 || !stanzas.contains(where: { $0.type == ScryptStanza.type }) else {
      throw AgeError(.recipient, "a passphrase cannot be combined with other recipients")
    }
    var text = Array((AgeFile.intro + "\n").utf8)
    for stanza in stanzas { text += try stanza.encoded() }
    guard stanzas.count <= AgeHeaderParser.maximumStanzas, text.count < AgeHeaderParser.maximumSize - 64 else {
      throw AgeError(.recipient, "too many recipients for one file")
    }
    text += AgeHeaderParser.end.utf8
    self.init(stanzas: stanzas, authenticated: text, code: HMAC.authenticate(text, key: Self.codeKey(fileKey)))
  }

  /// Reads the header of a file, with or without armor, without decrypting the file. May read beyond the header.
  ///
  /// - Throws: ``AgeError`` of kind `header` or `armor`, or the error of the source.
  package init(parsing source: @escaping CipherSource) throws {
    self = try AgeHeaderParser.parse(AgeInput(source, capacity: 2 * AgeHeaderParser.maximumLine))
  }

  /// Returns the decrypted size of the file, without reading its payload; nil if the file is armored, or if no age file can have its size.
  ///
  /// The size is not authenticated: only reading the file to its end proves it.
  ///
  /// - Parameter fileSize: The size of the whole file, in bytes.
  package func plainSize(fileSize: Int) -> Int? {
    isArmored ? nil : AgePayload.plainSize(sealedSize: fileSize - length - AgePayload.nonceSize)
  }

  /// The size in bytes in a file without armor. The payload's nonce of 16 bytes follows it.
  var length: Int { authenticated.count + 1 + Base64.encoded(code).count + 1 }

  /// True if the file is encrypted with a passphrase.
  package var isPassphraseSealed: Bool { stanzas.contains { $0.type == ScryptStanza.type } }

  /// Returns the bytes of the header, exactly as received, including the final line feed.
  func serialized() -> [UInt8] {
    authenticated + [UInt8(ascii: " ")] + Base64.encoded(code) + [UInt8(ascii: "\n")]
  }

  /// True if the header matches its authentication code.
  func isAuthentic(_ fileKey: borrowing SecretBytes) -> Bool {
    HMAC.isValid(code, for: authenticated, key: Self.codeKey(fileKey))
  }

  private static func codeKey(_ fileKey: borrowing SecretBytes) -> SecretBytes {
    HKDF.derive(from: fileKey, salt: [], info: "header")
  }
}
