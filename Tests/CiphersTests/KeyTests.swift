import TestSupport
import Testing

@testable import Ciphers

/// The text of keys; the pair is the example of the age specification.
@Suite struct KeyTests {
  static let identity = "AGE-SECRET-KEY-1GFPYYSJZGFPYYSJZGFPYYSJZGFPYYSJZGFPYYSJZGFPYYSJZGFPQ4EGAEX"
  static let recipient = "age1zvkyg2lqzraa2lnjvqej32nkuu0ues2s82hzrye869xeexvn73equnujwj"

  @Test func keyPairsAreReadAndWritten() throws {
    let identity = try X25519Identity(parsing: secret(Self.identity))
    #expect(identity.recipient.description == Self.recipient)
    #expect(bytes(identity.encoded()) == Array(Self.identity.utf8))
    #expect(try X25519Recipient(parsing: Self.recipient) == identity.recipient)
  }

  /// One key in 32,768 begins like the recipients of plugins, which have a second `1` after their name.
  @Test func aKeyWithThePrefixOfAnotherKindIsAccepted() throws {
    let recipient = X25519Recipient(bytes: [0x5F, 0x50] + [UInt8](repeating: 7, count: 30))
    #expect(recipient.description.hasPrefix("age1tag"))
    #expect(try X25519Recipient(parsing: recipient.description) == recipient)
    for other in ["age1tag1qqqq", "age1tagpq1qqqq", "age1pq1qqqq"] {
      let error = #expect(throws: AgeKeyError.self) { try X25519Recipient(parsing: other) }
      #expect(error?.description.contains("only X25519 recipients") == true)
    }
  }

  @Test func generatedKeysAreReadByAgeKeygen() throws {
    let identity = X25519Identity.generate()
    let output = try Tool.run("age-keygen", "-y", input: bytes(identity.encoded()) + [0x0A]).bytes
    #expect(String(decoding: output, as: UTF8.self) == "\(identity.recipient)\n")
  }

  @Test func everyMistypedCharacterIsDetected() {
    for index in Self.recipient.utf8.indices {
      for replacement in ["q", "p", "Q", "1", "b", " "] where String(Self.recipient[index]) != replacement {
        let text = Self.recipient.replacing(at: index, with: replacement)
        #expect(throws: AgeKeyError.self, "\(text)") { try X25519Recipient(parsing: text) }
      }
    }
    for index in Self.identity.utf8.indices {
      let text = Self.identity.replacing(at: index, with: Self.identity[index] == "Q" ? "P" : "Q")
      #expect(throws: AgeKeyError.self) { try X25519Identity(parsing: secret(text)) }
    }
  }

  @Test(arguments: [
    "", "age", "age1", "age1qqqqqq", recipient.uppercased(), recipient + "q", String(recipient.dropLast()),
    " " + recipient, recipient + "\n", "Age" + recipient.dropFirst(3), "age2" + recipient.dropFirst(4),
  ])
  func malformedRecipientsAreRefused(text: String) {
    #expect(throws: AgeKeyError.self) { try X25519Recipient(parsing: text) }
  }

  @Test(arguments: [
    "", "AGE-SECRET-KEY-1", identity.lowercased(), identity + "Q", String(identity.dropLast()), identity + "\r",
    "AGE-SECRET-KEY-1" + identity.dropFirst(16).lowercased(),
  ])
  func malformedIdentitiesAreRefused(text: String) {
    #expect(throws: AgeKeyError.self) { try X25519Identity(parsing: secret(text)) }
  }

  @Test(arguments: [31, 33, 0, 64]) func keysOfOtherLengthsAreRefused(size: Int) {
    let data = seededBytes(size)
    let recipient = data.withUnsafeBytes { bytes(Bech32.encode($0, prefix: "age")) }
    #expect(throws: AgeKeyError.self) { try X25519Recipient(parsing: String(decoding: recipient, as: UTF8.self)) }
    let identity = data.withUnsafeBytes { bytes(Bech32.encode($0, prefix: "AGE-SECRET-KEY-")) }
    #expect(throws: AgeKeyError.self) { try X25519Identity(parsing: secret(identity)) }
  }

  @Test func strayBitsInBech32AreRefused() throws {
    // 52 digits have four bits more than 32 bytes. Setting them needs another checksum, which is found by trying.
    let valid = Array(Self.recipient.utf8)
    let digits = Array("qpzry9x8gf2tvdw0s3jn54khce6mua7l".utf8)
    let last = valid.count - 7
    var found = 0
    for digit in digits where digit != valid[last] {
      var text = valid
      text[last] = digit
      let sum = Self.checksum(of: text.dropLast(6))
      text.replaceSubrange((last + 1)..., with: sum.map { digits[Int($0)] })
      if fails("the recipient has extra bits at its end", text) { found += 1 }
    }
    #expect(found == 31 - 1)
  }

  private func fails(_ detail: String, _ text: [UInt8]) -> Bool {
    error { try X25519Recipient(parsing: String(decoding: text, as: UTF8.self)) } == detail
  }

  @Test func errorsDoNotQuoteKeys() {
    let swapped = error { try X25519Recipient(parsing: Self.identity) }
    #expect(swapped == "this is an identity (a secret key), not a recipient (a public key)")
    let public_ = error { try X25519Identity(parsing: secret(Self.recipient)) }
    #expect(public_ == "this is a recipient (a public key), not an identity (a secret key)")
    let mistyped = error { try X25519Identity(parsing: secret(Self.identity.dropLast() + "Q")) }
    #expect(mistyped == "the identity has a wrong checksum: it was mistyped or cut off")
    let plugin = error { try X25519Identity(parsing: secret("AGE-PLUGIN-YUBIKEY-1QQQ")) }
    #expect(plugin == "identities of plugins are not supported")
  }

  /// The checksum of BIP 173, implemented a second time.
  private static func checksum(of text: ArraySlice<UInt8>) -> [UInt32] {
    let digits = Array("qpzry9x8gf2tvdw0s3jn54khce6mua7l".utf8)
    var state: UInt32 = 1
    let data = text.dropFirst(4).map { UInt32(digits.firstIndex(of: $0) ?? 0) }
    for value in [3, 3, 3, 0, 1, 7, 5] + data + [0, 0, 0, 0, 0, 0] {
      let top = state >> 25
      state = (state & 0x1FF_FFFF) << 5 ^ value
      for (bit, generator) in [0x3B6A_57B2, 0x2650_8E6D, 0x1EA1_19FA, 0x3D42_33DD, 0x2A14_62B3].enumerated()
      where top >> UInt32(bit) & 1 == 1 {
        state ^= UInt32(generator)
      }
    }
    return (0..<6).map { (state ^ 1) >> UInt32(5 * (5 - $0)) & 31 }
  }

  private func error<Value>(_ body: () throws -> Value) -> String? {
    do {
      _ = try body()
      return nil
    } catch { return "\(error)" }
  }
}

extension String {
  fileprivate func replacing(at index: Index, with text: String) -> String {
    self[..<index] + text + self[self.index(after: index)...]
  }
}
