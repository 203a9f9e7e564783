import TestSupport
import Testing

@testable import Ciphers

/// This module accepts and refuses the same files as the `age` command.
@Suite struct AgeAgreementTests {
  let folder: TemporaryFolder
  let identity = X25519Identity.generate()
  /// An honest stanza for the identity.
  let stanza: String

  init() throws {
    folder = try TemporaryFolder()
    try folder.write(bytes(IdentityFile([identity]).encoded(created: "now")), to: "key.txt")
    stanza = try CraftedFile.stanzas(identity.recipient)
  }

  private func age(_ file: [UInt8]) -> [UInt8]? {
    try? Tool.run("age", "-d", "-i", folder.file("key.txt"), input: file).bytes
  }

  private func ours(_ file: [UInt8]) -> [UInt8]? {
    try? decrypt(file, with: [identity])
  }

  @Test func ageAgreesOnValidHeaders() {
    for stanzas in HostileHeaderTests.right {
      for text in [stanza + stanzas, stanzas + stanza] {
        var file = CraftedFile()
        file.stanzas = text
        #expect(ours(file.bytes) == Array("hello".utf8), "\(text.prefix(100))")
        #expect(age(file.bytes) == Array("hello".utf8), "\(text.prefix(100))")
      }
    }
  }

  @Test func ageAgreesOnMalformedHeaders() {
    for (name, stanzas) in HostileHeaderTests.stanzas {
      var file = CraftedFile()
      file.stanzas = stanza + stanzas
      #expect(ours(file.bytes) == nil, "\(name)")
      #expect(age(file.bytes) == nil, "\(name)")
    }
    for line in ["---\n", "--- \n", "---  x\n"] {
      var file = CraftedFile()
      file.stanzas = stanza
      file.lastLine = { _ in line }
      #expect(ours(file.bytes) == nil && age(file.bytes) == nil, "\(line)")
    }
  }

  @Test func ageAgreesOnDamagedPayloads() {
    for (name, change) in HostilePayloadTests.changes {
      var file = CraftedFile()
      file.stanzas = stanza
      change(&file)
      #expect(ours(file.bytes) == nil, "\(name)")
      #expect(age(file.bytes) == nil, "\(name)")
    }
    for chunks in [[([], true)], [(HostilePayloadTests.full, true)], [(HostilePayloadTests.full, false), ([1], true)]]
      as [[([UInt8], Bool)]]
    {
      var file = CraftedFile()
      file.stanzas = stanza
      file.chunks = chunks
      let plain = chunks.flatMap { $0.0 }
      #expect(ours(file.bytes) == plain)
      #expect(age(file.bytes) == plain)
    }
  }

  /// `age` of Debian 12 refuses white space before the armor, so that is not compared.
  @Test func ageAgreesOnValidArmor() throws {
    let text = String(decoding: try encrypt([1, 2, 3], to: [identity.recipient], armor: true), as: UTF8.self)
    for armor in [text, text.replacing("\n", with: "\r\n"), String(text.dropLast()), text + "\n \n"] {
      #expect(ours(Array(armor.utf8)) == [1, 2, 3])
      #expect(age(Array(armor.utf8)) == [1, 2, 3])
    }
  }
}
