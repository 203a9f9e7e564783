import TestSupport
import Testing

@testable import Ciphers

@Suite struct PrimitiveTests {
  /// The third test case of RFC 5869, and one with salt and info that Python's hmac gave.
  @Test func hkdfMatchesKnownValues() {
    let input = [UInt8](repeating: 0x0B, count: 22)
    let bare = HKDF.derive(from: secret(input), salt: [], info: "")
    #expect(hex(bytes(bare)) == "8da4e775a563c18f715f802a063c5a31b8a11f5c5ee1879ec3454e5f3c738d2d")
    let full = HKDF.derive(from: secret(input), salt: Array(0...12), info: "header")
    #expect(hex(bytes(full)) == "8de6eb6b9d5b7bc1595a4430ff731d21f4f3a2f2402a41a8661df682524bd83f")
  }

  /// The second test case of RFC 4231.
  @Test func hmacMatchesItsTestVector() {
    let message = Array("what do ya want for nothing?".utf8)
    let code = HMAC.authenticate(message, key: secret("Jefe"))
    #expect(hex(code) == "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843")
    let (right, wrong, short) = (
      HMAC.isValid(code, for: message, key: secret("Jefe")),
      HMAC.isValid(code, for: message + [0], key: secret("Jefe")),
      HMAC.isValid(Array(code.dropLast()), for: message, key: secret("Jefe"))
    )
    #expect(right && !wrong && !short)
  }

  /// The keys of RFC 7748, section 6.1.
  @Test func x25519MatchesItsTestVectors() throws {
    let alice = try key("77076d0a7318a57d3c16c17251b26645df4c2f87ebc0992ab177fba51db92c2a")
    let bob = try key("de9edb7d7b7dc1b4d35b61c2ece435373f8343c85b78674dadfc7e146f882b4f")
    #expect(
      hex(X25519.publicKey(of: secret(alice))) == "8520f0098930a754748b7ddcb43ef75a0dbf3a0d26381af4eba4a98eaa9b4e6a")
    let shared = optionalBytes(X25519.sharedSecret(of: secret(alice), and: bob))
    #expect(shared.map(hex) == "4a5d9d5ba4ce2de1728e3bf480350f25e07e21c947d19e3376f09b3c1e161742")
  }

  @Test func x25519RefusesPointsOfLowOrder() {
    for point in [[UInt8](repeating: 0, count: 32), [1] + [UInt8](repeating: 0, count: 31)] {
      let shared = optionalBytes(X25519.sharedSecret(of: SecretBytes(random: 32), and: point))
      #expect(shared == nil)
    }
  }

  @Test(arguments: 0...100) func base64IsReadAsWritten(size: Int) {
    let data = seededBytes(size)
    #expect(Base64.decoded(Base64.encoded(data)) == data)
  }

  @Test(arguments: ["A", "AAA=", "AA==", "AB", "AAB", "AA\n", "AA A", "AA-_", "AAAA=", "AAAAA", "é"])
  func base64RefusesOtherText(text: String) {
    #expect(Base64.decoded(text.utf8) == nil)
  }

  private func hex(_ bytes: [UInt8]) -> String? { SHA256Digest(bytes: bytes)?.hex }

  private func key(_ hex: String) throws -> [UInt8] { try #require(SHA256Digest(hex: hex)).bytes }
}
