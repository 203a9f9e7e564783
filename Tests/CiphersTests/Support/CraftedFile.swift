import TestSupport
import Testing

@testable import Ciphers

/// Builds malformed age files with valid codes and tags.
struct CraftedFile {
  static let fileKey = Array("sixteen byte key".utf8)

  /// The lines between the version line and the last line.
  var stanzas = "-> test\nAAAA\n"
  var intro = "age-encryption.org/v1\n"
  var nonce = [UInt8](repeating: 7, count: 16)
  var chunks: [(plain: [UInt8], isLast: Bool)] = [(Array("hello".utf8), true)]
  var trailer: [UInt8] = []

  /// The last line, given the base64 text of the right code.
  var lastLine: (_ code: String) -> String = { "--- \($0)\n" }

  /// An identity that opens every file made here.
  struct Identity: AgeIdentity {
    var key = CraftedFile.fileKey

    func unwrap(_ stanzas: [AgeStanza]) throws -> SecretBytes? { secret(key) }
  }

  var header: [UInt8] {
    let text = Array((intro + stanzas + "---").utf8)
    let key = HKDF.derive(from: secret(Self.fileKey), salt: [], info: "header")
    let code = String(decoding: Base64.encoded(HMAC.authenticate(text, key: key)), as: UTF8.self)
    return text.dropLast(3) + lastLine(code).utf8
  }

  var bytes: [UInt8] { header + payload(fileKey: Self.fileKey) }

  /// The nonce and what comes after it.
  func payload(fileKey: [UInt8]) -> [UInt8] {
    var payload = AgePayload(fileKey: secret(fileKey), nonce: nonce, isSealing: true)
    var file = nonce
    for chunk in chunks {
      var sealed = [UInt8](repeating: 0, count: chunk.plain.count + 16)
      chunk.plain.withUnsafeBytes { plain in
        sealed.withUnsafeMutableBytes { payload.seal(plain, isLast: chunk.isLast, into: $0) }
      }
      file += sealed
    }
    return file + trailer
  }

  /// The text of the stanzas that a recipient makes for the file key.
  static func stanzas(_ recipients: any AgeRecipient...) throws -> String {
    try recipients.flatMap { try $0.wrap(secret(fileKey)) }
      .map { String(decoding: try $0.encoded(), as: UTF8.self) }.joined()
  }
}

/// A file and the error that it must cause.
struct Hostile: CustomTestStringConvertible {
  let testDescription: String
  let bytes: [UInt8]

  init(_ name: String, _ bytes: [UInt8]) {
    testDescription = name
    self.bytes = bytes
  }

  init(_ name: String, _ change: (inout CraftedFile) -> Void) {
    var file = CraftedFile()
    change(&file)
    self.init(name, file.bytes)
  }
}
