import Ciphers
import Testing

@testable import HTTPServer

@Suite struct CredentialTests {
  private static func digest(_ header: String) -> SHA256Digest? {
    Array(header.utf8).withUnsafeBytes { Credential(authorization: $0)?.digest }
  }

  private static let token = Array("open sesame".utf8).withUnsafeBytes { SHA256Hasher.hash($0) }

  @Test(arguments: ["Bearer open sesame", "bearer   open sesame", "Basic YW55OnNlc2FtZQ=="])
  func tokenIsFound(header: String) { #expect(Self.digest(header) != nil) }

  @Test func schemesGiveTheSameToken() {
    // "user:open sesame" and ":open sesame".
    for header in ["Bearer open sesame", "Basic dXNlcjpvcGVuIHNlc2FtZQ==", "basic Om9wZW4gc2VzYW1l"] {
      #expect(Self.digest(header) == Self.token, "\(header)")
    }
  }

  @Test(arguments: [
    "", "Bearer", "Bearer ", "Bearerx y", "Basic", "Basic !", "Basic dXNlcg==", "Basic dXNlcjo=", "Digest x",
  ])
  func otherHeaderHasNoToken(header: String) { #expect(Self.digest(header) == nil) }
}
