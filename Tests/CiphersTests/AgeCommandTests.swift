import TestSupport
import Testing

@testable import Ciphers

/// The `age` command reads files of this module, and this module reads files of `age`.
@Suite struct AgeCommandTests {
  let folder: TemporaryFolder
  let identities = [X25519Identity.generate(), .generate()]

  init() throws {
    folder = try TemporaryFolder()
    try folder.write(bytes(IdentityFile([identities[1]]).encoded(created: "now")), to: "key.txt")
    try folder.write(identities.flatMap { Array("\($0.recipient)\n".utf8) }, to: "recipients.txt")
  }

  /// More chunks than one byte of their counter can count.
  static let manyChunks = 257 * 65_536 + 1

  @Test func manyChunksGoBothWays() throws {
    let plain = seededBytes(Self.manyChunks)
    let file = try encrypt(plain, to: [identities[1].recipient])
    #expect(try Tool.run("age", "-d", "-i", folder.file("key.txt"), input: file).bytes == plain)
    let other = try Tool.run("age", "-R", folder.file("recipients.txt"), input: plain).bytes
    #expect(try decrypt(other, with: [identities[0]]) == plain)
  }

  @Test(arguments: AgeRoundTripTests.sizes, [false, true]) func ageReadsOurFiles(size: Int, armor: Bool) throws {
    let file = try encrypt(seededBytes(size), to: identities.map(\.recipient), armor: armor, piece: 50_000)
    #expect(try Tool.run("age", "-d", "-i", folder.file("key.txt"), input: file).bytes == seededBytes(size))
  }

  @Test(arguments: AgeRoundTripTests.sizes, [["-e"], ["-a"]]) func ageFilesAreRead(size: Int, options: [String]) throws
  {
    let file = try Tool.run("age", options[0], "-R", folder.file("recipients.txt"), input: seededBytes(size)).bytes
    for identity in identities { #expect(try decrypt(file, with: [identity]) == seededBytes(size)) }
    let header = try AgeHeader(parsing: source(file))
    #expect(header.stanzas.count == 2)
    if options == ["-e"] {
      #expect(header.serialized() == Array(file.prefix(header.length)))
      #expect(header.plainSize(fileSize: file.count) == size)
    }
  }

  @Test func armorIsTheSameAsAges() throws {
    let file = try encrypt(seededBytes(1_000), to: [identities[1].recipient], armor: true)
    // age only armors what it encrypts, so the bytes are compared with those of coreutils' base64.
    let binary = try readAll(AgeArmorReader(source: source(file)).read)
    let text = String(decoding: try Tool.run("base64", "-w64", input: binary).bytes, as: UTF8.self)
    let expected = "-----BEGIN AGE ENCRYPTED FILE-----\n\(text)-----END AGE ENCRYPTED FILE-----\n"
    #expect(String(decoding: file, as: UTF8.self) == expected)
  }

  @Test func ageReadsPassphraseFiles() throws {
    let recipient = ScryptRecipient(passphrase: secret("correct horse"), workFactor: 1)
    try folder.write(try encrypt(seededBytes(70_000), to: [recipient]), to: "in.age")
    try Tool.runOnTerminal(
      "age -d -o \(folder.file("out")) \(folder.file("in.age"))", passphrase: "correct horse")
    #expect(try folder.read("out") == seededBytes(70_000))
  }

  @Test func ageWritesPassphraseFiles() throws {
    try folder.write(seededBytes(70_000), to: "in")
    try Tool.runOnTerminal(
      "age -p -o \(folder.file("out.age")) \(folder.file("in"))", passphrase: "correct horse")
    let file = try folder.read("out.age")
    #expect(try decrypt(file, with: [ScryptIdentity(passphrase: secret("correct horse"))]) == seededBytes(70_000))
    let low = ScryptIdentity(passphrase: secret("correct horse"), maximumWorkFactor: 15)
    #expect(kind { _ = try decrypt(file, with: [low]) } == .workFactor)
  }

  @Test func ageUsesEncryptedIdentityFiles() throws {
    let identity = identities[0]
    let file = try IdentityFile([identity])
      .encrypt(passphrase: secret("correct horse"), created: "2026-11-21T07:50:14Z", workFactor: 1)
    try folder.write(file, to: "key.age")
    try folder.write(try encrypt([1, 2, 3], to: [identity.recipient]), to: "in.age")
    try Tool.runOnTerminal(
      "age -d -i \(folder.file("key.age")) -o \(folder.file("out")) \(folder.file("in.age"))",
      passphrase: "correct horse")
    #expect(try folder.read("out") == [1, 2, 3])
  }

  @Test func ageWritesEncryptedIdentityFiles() throws {
    try Tool.runOnTerminal(
      "age -p -a -o \(folder.file("key.age")) \(folder.file("key.txt"))", passphrase: "correct horse")
    let file = try folder.read("key.age")
    #expect(file.withUnsafeBytes { IdentityFile.isEncrypted($0) })
    let opened = try file.withUnsafeBytes { try IdentityFile.decrypt($0, passphrase: secret("correct horse")) }
    #expect(opened.identities.map(\.recipient) == [identities[1].recipient])
  }
}
