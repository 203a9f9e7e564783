import Ciphers
import Testing

/// Errors are one line in lower case, without a full stop.
@Suite struct ErrorTextTests {
  @Test(arguments: [
    (AgeError.Kind.header, "malformed age header: x"), (.payload, "damaged age file: x"),
    (.armor, "malformed age armor: x"), (.mac, "age header was changed: x"), (.noMatch, "x"),
    (.incorrectPassphrase, "x"), (.workFactor, "x"), (.memory, "x"), (.recipient, "x"),
  ])
  func ageErrorsNameTheirReason(kind: AgeError.Kind, text: String) {
    #expect(AgeError(kind, "x").description == text)
  }

  @Test(arguments: [OKitCBCError.length, .padding, .keySize]) func errorsOfTheFrameworksCipherNameTheirReason(
    error: OKitCBCError
  ) {
    #expect(error.description.first?.isLowercase == true)
    #expect(!error.description.hasSuffix("."))
  }

  @Test func theFirstThingWrongIsNamed() {
    func text(_ file: [UInt8]) -> String? {
      do {
        _ = try decrypt(file, with: [])
        return nil
      } catch { return "\(error)" }
    }
    #expect(text(Array("{}".utf8)) == "malformed age header: this is not an age file")
    #expect(text(Array("age-encryption.org/v1\n".utf8)) == "malformed age header: it is truncated")
    #expect(
      text(Array("age-encryption.org/v7\n".utf8))
        == "malformed age header: only version 1 of the age format is supported")
  }
}
