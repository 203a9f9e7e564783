import Ciphers
import TestSupport
import Testing

@Suite struct SecretBytesTests {
  @Test func secretBytesKeepTheirContent() {
    var buffer = secret([1, 2, 3])
    #expect(bytes(buffer) == [1, 2, 3])
    buffer.withUnsafeMutableBytes { $0[1] = 9 }
    #expect(bytes(buffer) == [1, 9, 3])
    #expect(bytes(SecretBytes(count: 4)) == [0, 0, 0, 0])
    #expect(bytes(SecretBytes(count: 0)) == [])
  }

  @Test func copiesOfSecretsAreIndependent() {
    var buffer = secret([1, 2])
    let copy = buffer.copy()
    buffer.withUnsafeMutableBytes { $0[0] = 7 }
    #expect(bytes(copy) == [1, 2])
  }

  @Test func secretsCompareByContent() {
    let buffer = secret("abc")
    let (same, other, longer) = (
      buffer.isEqual(secret("abc")), buffer.isEqual(secret("abd")), buffer.isEqual(secret("abcd"))
    )
    #expect(same && !other && !longer)
  }

  @Test func randomBytesDiffer() {
    #expect(bytes(SecretBytes(random: 32)) != bytes(SecretBytes(random: 32)))
    #expect(randomBytes(16) != randomBytes(16))
    #expect(randomBytes(0) == [])
  }
}
