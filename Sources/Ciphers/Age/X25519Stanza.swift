/// The stanza of the X25519 recipient type (age-encryption.org/v1, "The X25519 recipient type").
struct X25519Stanza {
  static let type = "X25519"

  let share: [UInt8]
  let body: [UInt8]

  init(share: [UInt8], body: [UInt8]) {
    self.share = share
    self.body = body
  }

  /// Parses a stanza; nil if it has another type.
  init?(_ stanza: AgeStanza) throws {
    guard stanza.type == Self.type else { return nil }
    guard stanza.arguments.count == 1, let share = Base64.decoded(stanza.arguments[0].utf8), share.count == X25519.size
    else { throw AgeError(.header, "its X25519 stanza has wrong arguments") }
    try FileKey.check(stanza.body, of: Self.type)
    self.init(share: share, body: stanza.body)
  }

  var stanza: AgeStanza {
    AgeStanza(type: Self.type, arguments: [String(decoding: Base64.encoded(share), as: UTF8.self)], body: body)
  }

  static func wrapKey(shared: borrowing SecretBytes, share: [UInt8], recipient: [UInt8]) -> SecretBytes {
    HKDF.derive(from: shared, salt: share + recipient, info: "age-encryption.org/v1/X25519")
  }
}
