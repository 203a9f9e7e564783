import TestSupport
import Testing

@testable import Ciphers

@Suite struct AgeSizeTests {
  @Test(arguments: AgeRoundTripTests.sizes) func theSizeIsKnownWithoutThePayload(size: Int) throws {
    let file = try encrypt(seededBytes(size), to: [X25519Identity.generate().recipient])
    let header = try AgeHeader(parsing: source(Array(file.prefix(500))))
    #expect(header.serialized() == Array(file.prefix(header.length)))
    #expect(header.plainSize(fileSize: file.count) == size)
  }

  @Test(arguments: [-1, 0, 10, 15, 65_552 + 1, 65_552 + 16, 2 * 65_552 + 15])
  func impossibleSizesReturnNil(size: Int) {
    #expect(AgePayload.plainSize(sealedSize: size) == nil)
  }

  @Test(arguments: [(16, 0), (17, 1), (65_552, 65_536), (65_552 + 17, 65_537)])
  func sizesAreRightAtTheEdgesOfChunks(size: Int, plain: Int) {
    #expect(AgePayload.plainSize(sealedSize: size) == plain)
  }

  @Test func armoredHeadersAreReadToo() throws {
    let identity = X25519Identity.generate()
    let file = try encrypt([1], to: [identity.recipient, identity.recipient], armor: true)
    let header = try AgeHeader(parsing: source(file))
    #expect(header.stanzas.map(\.type) == ["X25519", "X25519"])
    #expect(!header.isPassphraseSealed)
    #expect(header.plainSize(fileSize: file.count) == nil)
    #expect(try AgeDecryptor(identities: [identity], source: source(file)).header == header)
  }

  @Test func sniffingKnowsAgeFiles() {
    func isAge(_ text: String) -> Bool { Array(text.utf8).withUnsafeBytes { AgeFile.isAge(prefix: $0) } }
    func isArmored(_ text: String) -> Bool { Array(text.utf8).withUnsafeBytes { AgeFile.isArmored(prefix: $0) } }
    let begin = "-----BEGIN AGE ENCRYPTED FILE-----"
    #expect(isAge("age-encryption.org/v1\n-> X25519") && !isArmored("age-encryption.org/v1\n"))
    #expect(isAge("age-encryption.org/v2\n"))
    #expect(isAge(begin) && isArmored(" \r\n\t\(begin)\n"))
    for other in [
      "", " ", "{", "age-encryption.org", "age", "-----BEGIN AGE", "-----BEGIN PGP MESSAGE-----", "x" + begin,
    ] {
      #expect(!isAge(other) && !isArmored(other))
    }
    #expect(isAge(String(repeating: " ", count: 1_024) + begin))
    #expect(!isAge(String(repeating: " ", count: 1_025) + begin))
    #expect(AgeFile.prefixSize == 1_024 + begin.utf8.count)
  }
}
