import Ciphers
import TestSupport
import Testing

/// Errors of the caller's own sources and sinks are thrown unchanged, and thrown again on the next call.
@Suite struct StreamFailureTests {
  struct Broken: Error, Equatable {}

  let identity = X25519Identity.generate()

  @Test(arguments: [0, 1, 3]) func aFailedSinkStaysFailed(writes: Int) throws {
    var left = writes
    let sink: CipherSink = { _ in
      guard left > 0 else { throw Broken() }
      left -= 1
    }
    guard writes > 0 else {
      #expect(throws: Broken()) { try AgeEncryptor(recipients: [identity.recipient], sink: sink) }
      return
    }
    let encryptor = try AgeEncryptor(recipients: [identity.recipient], sink: sink)
    let plain = seededBytes(2_000_000)
    #expect(throws: Broken()) { try plain.withUnsafeBytes(encryptor.write) }
    left = 1_000
    #expect(throws: Broken()) { try plain.withUnsafeBytes(encryptor.write) }
    #expect(throws: Broken()) { try encryptor.finish() }
  }

  @Test func aFailedSinkStaysFailedForTheOldCipher() throws {
    var isBroken = true
    let key = try OKitCBCKey(key: SecretBytes(random: 32), iv: SecretBytes(random: 16))
    let encryptor = OKitCBCEncryptor(key) { _ in if isBroken { throw Broken() } }
    let plain = seededBytes(100_000)
    #expect(throws: Broken()) { try plain.withUnsafeBytes(encryptor.write) }
    isBroken = false
    #expect(throws: Broken()) { try plain.withUnsafeBytes(encryptor.write) }
    #expect(throws: Broken()) { try encryptor.finish() }
  }

  @Test func aFailedSourceStaysFailed() throws {
    let file = try encrypt(seededBytes(2_000_000), to: [identity.recipient])
    let whole = source(file, piece: 10_000)
    var calls = 0
    let decryptor = try AgeDecryptor(identities: [identity]) { target in
      calls += 1
      if calls == 100 { throw Broken() }
      return whole(target)
    }
    #expect(throws: Broken()) { try readAll(decryptor.read) }
    #expect(throws: Broken()) { try readAll(decryptor.read) }
    #expect(calls == 100)
  }

  @Test func identityErrorsEndTheReading() throws {
    struct Odd: AgeIdentity {
      func unwrap(_ stanzas: [AgeStanza]) throws -> SecretBytes? { throw Broken() }
    }
    let file = try encrypt([1], to: [identity.recipient])
    #expect(throws: Broken()) { try decrypt(file, with: [Odd(), identity]) }
  }

  @Test func anUnfinishedFileIsRefused() throws {
    for size in [0, 10, 65_536, 300_000] {
      var file: [UInt8] = []
      let encryptor = try AgeEncryptor(recipients: [identity.recipient]) { file += $0 }
      try seededBytes(size).withUnsafeBytes(encryptor.write)
      #expect(kind { _ = try decrypt(file, with: [identity]) } == .payload)
    }
  }
}
