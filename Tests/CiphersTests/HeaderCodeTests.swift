import TestSupport
import Testing

@testable import Ciphers

/// The header's code authenticates every byte before it as received, and is checked before the payload.
@Suite struct HeaderCodeTests {
  static let stanzas = "-> a b c\nAAAA\n-> d\n\n-> a b c\nAAAA\n"

  private func file(codeOver text: (String) -> String) -> [UInt8] {
    let intro = "age-encryption.org/v1\n" + Self.stanzas
    let key = HKDF.derive(from: secret(CraftedFile.fileKey), salt: [], info: "header")
    let code = String(decoding: Base64.encoded(HMAC.authenticate(Array(text(intro).utf8), key: key)), as: UTF8.self)
    var crafted = CraftedFile()
    crafted.stanzas = Self.stanzas
    return Array((intro + "--- \(code)\n").utf8) + crafted.bytes[crafted.header.count...]
  }

  private func failure(_ file: [UInt8]) -> AgeError.Kind? {
    kind { _ = try decrypt(file, with: [CraftedFile.Identity()]) }
  }

  @Test func theCodeCoversTheHeaderUpToTheDashes() throws {
    #expect(failure(file { $0 + "---" }) == nil)
    for other in ["", "-", "--- ", "---\n"] { #expect(failure(file { $0 + other }) == .mac, "'\(other)'") }
    #expect(failure(file { $0.replacing("-> d\n\n", with: "") + "---" }) == .mac)
    #expect(failure(file { String($0.dropFirst("age-encryption.org/v1\n".count)) + "---" }) == .mac)
  }

  /// The code covers unknown stanzas like the one that opens the file.
  @Test func theCodeCoversEveryStanza() {
    let text = "age-encryption.org/v1\n" + Self.stanzas
    let rest = Array(file { $0 + "---" }.dropFirst(text.utf8.count))
    for (old, new) in [
      ("-> d\n\n", ""), ("-> d\n\n", "-> d\n\n-> d\n\n"), ("-> a b c\nAAAA\n-> d\n\n", "-> d\n\n-> a b c\nAAAA\n"),
      ("-> d\n\n", "-> e\n\n"), ("-> d\n\n", "-> d x\n\n"), ("-> d\n\n", "-> d\nAA\n"),
      ("-> a b c\nAAAA", "-> a b c\nAAAB"),
      ("a b c", "a b"), ("a b c", "a bc"),
    ] {
      let changed = text.replacing(old, with: new, maxReplacements: 1)
      #expect(failure(Array(changed.utf8) + rest) == .mac, "\(old) to \(new)")
    }
  }

  @Test func aWrongCodeIsReportedBeforeADamagedPayload() {
    var bytes = file { _ in "" }
    bytes.removeLast(3)
    #expect(failure(bytes) == .mac)
  }

  @Test func aNonceOfAnotherFileFailsThePayload() {
    var crafted = CraftedFile()
    crafted.nonce = [UInt8](repeating: 8, count: 16)
    let other = crafted.bytes
    let header = CraftedFile().header
    let mixed = header + other[header.count..<(header.count + 16)] + CraftedFile().bytes[(header.count + 16)...]
    #expect(failure(Array(mixed)) == .payload)
  }
}
