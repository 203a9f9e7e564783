/// The header of an age file: how the file key is wrapped, and a code that proves that nothing of it was changed
/// (age-encryption.org/v1, "Header").
///
/// Reading one takes bounded memory: at most 1 MiB in all, 64 KiB a line and 1,000 stanzas are accepted.
package struct AgeHeader: Hashable, Sendable {
  /// The recipient stanzas, in the file's order; at least one.
  package let stanzas: [AgeStanza]

  /// Everything up to and including the `---`, exactly as received: what the code is computed over.
  private let authenticated: [UInt8]

  private let code: [UInt8]

  /// Whether it was read through an armor, so that ``length`` is not its size in the file.
  private let isArmored: Bool

  init(stanzas: [AgeStanza], authenticated: [UInt8], code: [UInt8], isArmored: Bool = false) {
    self.stanzas = stanzas
    self.authenticated = authenticated
    self.code = code
    self.isArmored = isArmored
  }

  /// Makes the header of a new file.
  ///
  /// - Throws: ``AgeError`` of kind `recipient` if there are no stanzas, they cannot be combined or cannot be written.
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

  /// Reads the header of a file, armored or not, without opening it; may read on beyond the header.
  ///
  /// - Throws: ``AgeError`` of kind `header` or `armor`, or what the source throws.
  package init(parsing source: @escaping CipherSource) throws {
    self = try AgeHeaderParser.parse(AgeInput(source, capacity: 2 * AgeHeaderParser.maximumLine))
  }

  /// The plain size of the file, without reading its payload; nil if it is armored, or no age file has that size.
  ///
  /// It is not authenticated: only reading the file to its end proves it.
  ///
  /// - Parameter fileSize: The size of the whole file, in bytes.
  package func plainSize(fileSize: Int) -> Int? {
    isArmored ? nil : AgePayload.plainSize(sealedSize: fileSize - length - AgePayload.nonceSize)
  }

  /// The size in bytes in a file that is not armored; the payload's nonce of 16 bytes comes after it.
  var length: Int { authenticated.count + 1 + Base64.encoded(code).count + 1 }

  /// Whether a passphrase, and nothing else, opens the file.
  var isPassphraseSealed: Bool { stanzas.contains { $0.type == ScryptStanza.type } }

  /// The header's bytes, exactly as read; they end with a line feed.
  func serialized() -> [UInt8] {
    authenticated + [UInt8(ascii: " ")] + Base64.encoded(code) + [UInt8(ascii: "\n")]
  }

  /// Whether the header's code is right, given its file key.
  func isAuthentic(_ fileKey: borrowing SecretBytes) -> Bool {
    HMAC.isValid(code, for: authenticated, key: Self.codeKey(fileKey))
  }

  private static func codeKey(_ fileKey: borrowing SecretBytes) -> SecretBytes {
    HKDF.derive(from: fileKey, salt: [], info: "header")
  }
}
