import CCrypto

/// The stanza of the scrypt recipient type (age-encryption.org/v1, "The scrypt recipient type").
struct ScryptStanza {
  static let type = "scrypt"
  static let saltSize = 16

  /// The maximum that is accepted: 2^22 needs 4 GiB.
  static let workFactorCap = 22

  private static let blockSize = 8

  let salt: [UInt8]
  let workFactor: Int
  let body: [UInt8]

  init(salt: [UInt8], workFactor: Int, body: [UInt8]) {
    self.salt = salt
    self.workFactor = workFactor
    self.body = body
  }

  /// Finds the stanza of a file encrypted with a passphrase; nil if there is none.
  ///
  /// - Throws: ``AgeError`` of kind `header` if the stanza is malformed or not the only one. A passphrase authenticates
  ///   the file, so nobody else may be able to open or create it.
  init?(in stanzas: [AgeStanza]) throws {
    guard let stanza = stanzas.first(where: { $0.type == Self.type }) else { return nil }
    guard stanzas.count == 1 else { throw AgeError(.header, "its scrypt stanza is not the only one") }
    guard stanza.arguments.count == 2, let salt = Base64.decoded(stanza.arguments[0].utf8),
      salt.count == Self.saltSize
    else { throw AgeError(.header, "its scrypt stanza has wrong arguments") }
    let digits = stanza.arguments[1].utf8
    guard digits.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }),
      digits.first != UInt8(ascii: "0")
    else { throw AgeError(.header, "its scrypt stanza has a malformed work factor") }
    try FileKey.check(stanza.body, of: Self.type)
    // A number that does not fit into an Int is above the limit, too.
    self.init(salt: salt, workFactor: Int(stanza.arguments[1]) ?? .max, body: stanza.body)
  }

  var stanza: AgeStanza {
    let salt = String(decoding: Base64.encoded(salt), as: UTF8.self)
    return AgeStanza(type: Self.type, arguments: [salt, String(workFactor)], body: body)
  }

  /// Derives the wrapping key with scrypt (RFC 7914): N = 2^workFactor, r = 8, p = 1.
  ///
  /// - Throws: ``AgeError`` of kind `memory` if there is not enough memory: 2^workFactor KiB.
  static func wrapKey(passphrase: borrowing SecretBytes, salt: [UInt8], workFactor: Int) throws -> SecretBytes {
    precondition((1...workFactorCap).contains(workFactor))
    LibCrypto.start()
    let salt = Array("age-encryption.org/v1/scrypt".utf8) + salt
    let cost = 1 << workFactor
    // libcrypto refuses more than 32 MiB by default. The 64 additional blocks are for its small buffers.
    let memory = 128 * blockSize * (cost + 64)
    var key = SecretBytes(count: 32)
    let result = passphrase.withUnsafeBytes { passphrase in
      key.withUnsafeMutableBytes { key in
        EVP_PBE_scrypt(
          passphrase.baseAddress?.assumingMemoryBound(to: CChar.self), passphrase.count, salt, salt.count,
          UInt64(cost), UInt64(blockSize), 1, UInt64(memory),
          key.baseAddress?.assumingMemoryBound(to: UInt8.self), key.count)
      }
    }
    guard result == 1 else {
      ERR_clear_error()
      throw AgeError(
        .memory, "not enough memory to derive a key from the password or passphrase: \(cost >> 10) MiB are needed")
    }
    return key
  }
}
