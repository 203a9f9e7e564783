import Ciphers
import TestSupport
import Testing

@Suite struct SHA256Tests {
  @Test(arguments: [0, 1, 55, 56, 64, 1_000, 200_000]) func digestsAgreeWithSha256sum(size: Int) throws {
    let data = seededBytes(size)
    let line = String(decoding: try Tool.run("sha256sum", input: data).bytes, as: UTF8.self)
    var hasher = SHA256Hasher()
    var rest = data[...]
    while !rest.isEmpty {
      Array(rest.prefix(777)).withUnsafeBytes { hasher.update($0) }
      rest = rest.dropFirst(777)
    }
    let digest = hasher.finish()
    #expect(line.hasPrefix("\(digest) "))
    #expect(data.withUnsafeBytes { SHA256Hasher.hash($0) } == digest)
  }

  @Test func digestsAreReadAsWritten() {
    let text = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
    let empty = SHA256Hasher().finish()
    #expect(empty.hex == text)
    #expect(SHA256Digest(hex: text) == empty)
    #expect(SHA256Digest(hex: text.uppercased()) == empty)
    #expect(SHA256Digest(bytes: empty.bytes) == empty)
  }

  @Test(arguments: [
    "", "e3", String(repeating: "a", count: 63), String(repeating: "a", count: 65),
    String(repeating: "g", count: 64), " " + String(repeating: "a", count: 64),
  ])
  func malformedDigestsAreRefused(text: String) {
    #expect(SHA256Digest(hex: text) == nil)
  }

  @Test func digestsOfOtherSizesAreRefused() {
    #expect(SHA256Digest(bytes: [UInt8](repeating: 0, count: 31)) == nil)
    #expect(SHA256Digest(bytes: [UInt8](repeating: 0, count: 33)) == nil)
  }
}
