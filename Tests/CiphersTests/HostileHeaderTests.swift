import TestSupport
import Testing

@testable import Ciphers

/// Headers that break a rule of the format, all with a valid code: each must be refused.
@Suite struct HostileHeaderTests {
  @Test func anHonestHeaderIsAccepted() throws {
    #expect(try decrypt(CraftedFile().bytes, with: [CraftedFile.Identity()]) == Array("hello".utf8))
  }

  static let right = [
    "-> a\n\n", "-> a b ! ~\nAA\n", "-> \(String(repeating: "x", count: 60_000))\n\n", "-> a\nAAAA\n-> b\n\n",
    "-> a\n\(String(repeating: "A", count: 64))\n\n",
    "-> a\n\(String(repeating: "A", count: 64))\n\(String(repeating: "A", count: 63))\n",
  ]

  @Test(arguments: right) func unusualHeadersAreAccepted(stanzas: String) throws {
    var file = CraftedFile()
    file.stanzas = stanzas
    #expect(try decrypt(file.bytes, with: [CraftedFile.Identity()]) == Array("hello".utf8))
  }

  static let lines = String(repeating: "A", count: 64) + "\n"

  /// Text in place of stanzas, after an honest one.
  static let stanzas: KeyValuePairs = [
    "no body": "-> a\n",
    "no short last line": "-> a\n" + lines,
    "no short last line before another": "-> a\n" + lines + "-> b\n\n",
    "long body line": "-> a\n" + String(repeating: "A", count: 68) + "\n",
    "two short lines": "-> a\nAAAA\nAAAA\n",
    "empty line between stanzas": "-> a\nAAAA\n\n-> b\n\n",
    "padded body": "-> a\nAA==\n",
    "body with stray bits": "-> a\nAB\n",
    "body of one digit": "-> a\nA\n",
    "white space in the body": "-> a\nAA AA\n",
    "no type": "->\nAAAA\n",
    "empty type": "-> \nAAAA\n",
    "empty argument": "-> a  b\nAAAA\n",
    "trailing space": "-> a \nAAAA\n",
    "no space": "->a\nAAAA\n",
    "tab": "->\ta\nAAAA\n",
    "leading space": " -> a\nAAAA\n",
    "non-ASCII argument": "-> ä\nAAAA\n",
    "control character": "-> a\u{7F}\nAAAA\n",
    "carriage return after arguments": "-> a\r\nAAAA\n",
    "carriage return in the body": "-> a\nAAAA\r\n",
    "other line": "hello\nAAAA\n",
  ]

  /// Headers that the format allows and we refuse, so that a header takes bounded memory.
  static let excessive: KeyValuePairs = [
    "long line": "-> " + String(repeating: "x", count: 65_536) + "\n\n",
    "very long line": "-> " + String(repeating: "x", count: 3 << 20) + "\n\n",
    "1,001 stanzas": String(repeating: "-> a\n\n", count: 1_001),
    "more than 1 MiB": String(repeating: "-> \(String(repeating: "x", count: 60_000))\n\n", count: 18),
    "endless body": "-> a\n" + String(repeating: lines, count: 17_000),
  ]

  static let hostile: [Hostile] =
    (Array(stanzas) + Array(excessive) + [("no stanza", "")]).map { name, stanzas in
      Hostile(name) { $0.stanzas = stanzas }
    }
    + [
      "no code": { _ in "---\n" },
      "no space before the code": { "---\($0)\n" },
      "two spaces before the code": { "---  \($0)\n" },
      "space after the code": { "--- \($0) \n" },
      "carriage return after the code": { "--- \($0)\r\n" },
      "padded code": { "--- \($0)=\n" },
      "short code": { "--- \($0.dropLast(3))\n" },
      "long code": { "--- \($0)AAAA\n" },
      "code with stray bits": { "--- \($0.dropLast())\(Self.withStrayBit($0.last))\n" },
      "something else after the code": { "--- \($0) x\n" },
      "four dashes": { "---- \($0)\n" },
      "no last line": { _ in "" },
    ].map { name, line in Hostile(name) { $0.lastLine = line } }
    + [
      "version 2": "age-encryption.org/v2\n",
      "version 10": "age-encryption.org/v10\n",
      "carriage return after the version": "age-encryption.org/v1\r\n",
      "space after the version": "age-encryption.org/v1 \n",
      "upper case": "AGE-encryption.org/v1\n",
      "no version": "",
      "leading line": "\nage-encryption.org/v1\n",
      "leading space": " age-encryption.org/v1\n",
      "byte order mark": "\u{FEFF}age-encryption.org/v1\n",
    ].map { name, intro in Hostile(name) { $0.intro = intro } }
    + [
      Hostile("empty file", []), Hostile("white space only", Array(repeating: 0x20, count: 5_000)),
      Hostile(
        "a megabyte without lines", Array("age-encryption.org/v1\n".utf8) + [UInt8](repeating: 65, count: 1 << 20)),
      Hostile("no nonce", CraftedFile().header), Hostile("short nonce", CraftedFile().header + Array(1...15)),
    ]

  @Test(arguments: hostile) func malformedHeadersAreRefused(file: Hostile) {
    #expect(kind { _ = try decrypt(file.bytes, with: [CraftedFile.Identity()]) } == .header)
    #expect(kind { _ = try decrypt(file.bytes, with: [CraftedFile.Identity()], piece: 7) } == .header)
  }

  @Test func aWrongCodeHasItsOwnErrorKind() {
    var file = CraftedFile()
    file.lastLine = { "--- \($0.first == "A" ? "B" : "A")\($0.dropFirst())\n" }
    #expect(kind { _ = try decrypt(file.bytes, with: [CraftedFile.Identity()]) } == .mac)
  }

  @Test(arguments: [0, 15, 17, 32]) func fileKeysHave16Bytes(size: Int) {
    let identity = CraftedFile.Identity(key: [UInt8](repeating: 1, count: size))
    #expect(kind { _ = try decrypt(CraftedFile().bytes, with: [identity]) } == .header)
  }

  private static func withStrayBit(_ digit: Character?) -> Character {
    // The last of 43 digits has two bits that must be zero.
    let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")
    return digits[(digits.firstIndex { $0 == digit } ?? 0) | 1]
  }
}
