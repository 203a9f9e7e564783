import TestSupport
import Testing

@testable import Ciphers

@Suite struct ArmorTests {
  static let begin = AgeArmor.begin + "\n"
  static let end = AgeArmor.end + "\n"
  static let line = String(repeating: "A", count: 64) + "\n"

  private func read(_ text: String, buffer: Int = 1_000) throws -> [UInt8] {
    try readAll(buffer: buffer, AgeArmorReader(source: source(Array(text.utf8), piece: 13)).read)
  }

  @Test(arguments: [0, 1, 2, 47, 48, 49, 96, 100, 100_000], [1, 47, 48, 1_000])
  func anArmoredFileIsReadAsWritten(size: Int, piece: Int) throws {
    var text: [UInt8] = []
    let writer = AgeArmorWriter { text += $0 }
    var rest = seededBytes(size)[...]
    while !rest.isEmpty {
      try Array(rest.prefix(piece)).withUnsafeBytes(writer.write)
      rest = rest.dropFirst(piece)
    }
    try writer.finish()
    let string = String(decoding: text, as: UTF8.self)
    #expect(string.split(separator: "\n").dropLast(2).dropFirst().allSatisfy { $0.count == 64 })
    #expect(try read(string, buffer: piece) == seededBytes(size))
  }

  @Test(arguments: [
    begin + line + end, begin + line + AgeArmor.end, " \t\r\n\n" + begin + line + end + "\n \t\r\n",
    AgeArmor.begin + "\r\n" + line.dropLast() + "\r\n" + AgeArmor.end + "\r\n",
    begin + line.dropLast() + "\r\n" + end,
    String(repeating: "\n", count: 1_024) + begin + line + end + String(repeating: " ", count: 1_024 - 1),
  ])
  func unusualArmorIsAccepted(text: String) throws {
    #expect(try read(text) == [UInt8](repeating: 0, count: 48))
  }

  static let hostile: [(String, String)] = [
    ("no begin line", line + end),
    ("something before", "x\n" + begin + line + end),
    ("space after begin", AgeArmor.begin + " \n" + line + end),
    ("begin in lower case", begin.lowercased() + line + end),
    ("another label", "-----BEGIN AGE FILE-----\n" + line + end),
    ("spaces in begin", "----- BEGIN AGE ENCRYPTED FILE -----\n" + line + end),
    ("headers", begin + "Version: 1\n\n" + line + end),
    ("no end line", begin + line),
    ("no end line, cut in a line", begin + line.dropLast(10)),
    ("begin only", AgeArmor.begin),
    ("another end label", begin + line + "-----END PGP MESSAGE-----\n"),
    ("space after end's dashes", begin + line + "----- END AGE ENCRYPTED FILE-----\n"),
    ("end cut", begin + line + AgeArmor.end.dropLast()),
    ("two end lines", begin + line + end + end),
    ("garbage after", begin + line + end + "x"),
    ("another armor after", begin + line + end + begin + line + end),
    ("much white space after", begin + line + end + String(repeating: "\n", count: 1_025)),
    ("much white space before", String(repeating: "\n", count: 1_025) + begin + line + end),
    ("empty line after begin", begin + "\n" + line + end),
    ("empty line before end", begin + line + "\n" + end),
    ("empty line inside", begin + line + "\n" + line + end),
    ("empty line after a short one", begin + "AAAA\n\n" + end),
    ("space at a line's start", begin + " " + line + end),
    ("space at a line's end", begin + line.dropLast() + " \n" + end),
    ("space in a short line", begin + "AAAA \n" + end),
    ("space inside", begin + "AA AAAA\n" + end),
    ("tab inside", begin + "AAA\tAAAA\n" + end),
    ("carriage return inside", begin + "AAA\rAAAA\n" + end),
    ("two carriage returns", begin + line.dropLast() + "\r\r\n" + end),
    ("vertical tab before", "\u{B}" + begin + line + end),
    ("long line", begin + line.dropLast() + "AAAA\n" + end),
    ("very long line", begin + String(repeating: "A", count: 1 << 20) + "\n" + end),
    ("short line inside", begin + "AAAA\n" + line + end),
    ("two short lines", begin + "AAAA\nAAAA\n" + end),
    ("padding inside", begin + line.dropLast(2) + "=\n" + line + end),
    ("no padding", begin + "AA\n" + end),
    ("too much padding", begin + "A===\n" + end),
    ("padding alone", begin + "====\n" + end),
    ("padding on a line of its own", begin + line + "==\n" + end),
    ("padding within", begin + "AA==AAAA\n" + end),
    ("not canonical", begin + "AB==\n" + end),
    ("not canonical with one padding", begin + "AAB=\n" + end),
    ("another alphabet", begin + "A_-A\n" + end),
    ("checksum", begin + line + "=AAAA\n" + end),
    ("NUL", begin + "AAA\0\n" + end),
  ]

  @Test(arguments: hostile) func malformedArmorIsRefused(name: String, text: String) {
    #expect(kind { _ = try read(text) } == .armor, "\(name)")
    #expect(kind { _ = try read(text, buffer: 1) } == .armor, "\(name)")
  }

  @Test func aFailedReaderKeepsFailing() {
    let reader = AgeArmorReader(source: source(Array((Self.begin + "A\n" + Self.end).utf8)))
    var target = [UInt8](repeating: 0, count: 100)
    for _ in 0..<3 { #expect(kind { _ = try target.withUnsafeMutableBytes(reader.read) } == .armor) }
  }

  /// An armored file whose armor is damaged only after the end is refused too.
  @Test func garbageAfterTheArmorFailsTheFile() throws {
    let identity = X25519Identity.generate()
    for size in [0, 5, 200_000] {
      let file = try encrypt(seededBytes(size), to: [identity.recipient], armor: true)
      #expect(kind { _ = try decrypt(file + [UInt8(ascii: "x")], with: [identity]) } == .armor)
      #expect(kind { _ = try decrypt(file.dropLast(40), with: [identity]) } == .armor)
    }
  }

  @Test func crlfLineEndsAreAccepted() throws {
    let identity = X25519Identity.generate()
    let file = try encrypt(seededBytes(70_000), to: [identity.recipient], armor: true)
    let windows = file.flatMap { $0 == 0x0A ? [0x0D, 0x0A] : [$0] }
    #expect(try decrypt(windows, with: [identity]) == seededBytes(70_000))
  }
}
