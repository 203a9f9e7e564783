import Foundation
import JSONDocument
import TestSupport
import Testing

/// Python's `json` accepts and refuses the same texts, tried with every short text over an alphabet.
struct GrammarAgreementTests {
  /// Python accepts three words as numbers that JSON does not have, and lone surrogates.
  private static let script = """
    import json, sys
    def refuse(word): raise ValueError(word)
    def verdict(line):
        try: json.loads(bytes.fromhex(line).decode('utf-8', 'strict'), parse_constant=refuse); return '1'
        except (ValueError, RecursionError): return '0'
    sys.stdout.write(''.join(verdict(line) for line in sys.stdin))
    """

  /// Returns for each text whether python accepts it.
  private func python(_ texts: [[UInt8]]) throws -> [Bool] {
    let digits = Array("0123456789abcdef".utf8)
    var lines: [UInt8] = []
    for text in texts {
      for byte in text { lines += [digits[Int(byte >> 4)], digits[Int(byte & 15)]] }
      lines.append(0x0A)
    }
    let verdicts = try Tool.run("python3", "-c", Self.script, input: lines).bytes
    return verdicts.map { $0 == UInt8(ascii: "1") }
  }

  private func compare(_ texts: [[UInt8]], _ what: String) throws {
    let others = try python(texts)
    try #require(others.count == texts.count)
    var accepted = 0
    for (text, other) in zip(texts, others) {
      let error = parseVerdict(text)
      if error == nil { accepted += 1 }
      // Lone surrogates are refused by our own rule.
      if error?.reason == .loneSurrogate { continue }
      #expect((error == nil) == other, "\(String(decoding: text, as: UTF8.self)) as \(text): \(error as Any)")
      #expect(validatorVerdict(text).error == error)
    }
    #expect(accepted > 0 && accepted < texts.count)
    Effort.report("JSON texts compared with python's verdict (\(what)): \(texts.count), \(accepted) of them valid")
  }

  /// All texts of at most `length` symbols.
  private func texts(of symbols: [[UInt8]], length: Int, in frame: (prefix: String, suffix: String) = ("", ""))
    -> [[UInt8]]
  {
    var all: [[UInt8]] = [[]]
    var longest: [[UInt8]] = [[]]
    for _ in 0..<length {
      longest = longest.flatMap { text in symbols.map { text + $0 } }
      all += longest
    }
    return all.map { Array(frame.prefix.utf8) + $0 + Array(frame.suffix.utf8) }
  }

  @Test func pythonAgreesOnStructure() throws {
    let symbols = ["{", "}", "[", "]", ",", ":", "\"a\"", "1", "-", " ", "true"].map { Array($0.utf8) }
    try compare(texts(of: symbols, length: Effort.isWhole ? 5 : 4), "structure")
  }

  @Test func pythonAgreesOnNumbers() throws {
    let symbols = ["0", "1", "9", "-", "+", ".", "e", "E", " "].map { Array($0.utf8) }
    try compare(texts(of: symbols, length: Effort.isWhole ? 6 : 4, in: ("[", "]")), "numbers")
  }

  @Test func pythonAgreesOnEscapes() throws {
    let symbols = ["\\", "\"", "/", "u", "n", "00", "D8", "DC", "x", "\u{1}", "\u{7F}", "é"].map { Array($0.utf8) }
    try compare(texts(of: symbols, length: Effort.isWhole ? 5 : 4, in: ("\"", "\"")), "escapes")
  }

  @Test func pythonAgreesOnWords() throws {
    let words = ["true", "false", "null", "NaN", "Infinity", "-Infinity", "undefined", "True", "nil", "none"]
    let texts = words.flatMap { word -> [[UInt8]] in
      let bytes = Array(word.utf8)
      let cut = bytes.indices.map { Array(bytes[..<$0]) }
      let without = bytes.indices.map { Array(bytes[..<$0] + bytes[($0 + 1)...]) }
      let other = bytes.indices.map { Array(bytes[..<$0] + [bytes[$0] ^ 0x20] + bytes[($0 + 1)...]) }
      return cut + without + other + [bytes, bytes + bytes, bytes + [0], [0] + bytes]
    }
    try compare(texts + texts.map { [0x5B] + $0 + [0x5D] }, "words")
  }

  /// Every pair of bytes in a string, and each sequence that a leading byte may begin.
  @Test func pythonAgreesOnCharacters() throws {
    let single = (0...255).map { [UInt8($0)] }
    let pairs = single.flatMap { first in single.map { first + $0 } }
    let edges: [UInt8] = [0x00, 0x22, 0x41, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0, 0xFF]
    let long = (0xE0...0xF7).flatMap { lead in
      edges.flatMap { second in
        edges.flatMap { third in [[UInt8(lead), second, third]] + edges.map { [UInt8(lead), second, third, $0] } }
      }
    }
    try compare((Effort.sample(20_000, of: pairs + long) + single).map { [0x22] + $0 + [0x22] }, "characters")
  }

  /// One byte of white space, or of a similar character, at each place where white space may be.
  @Test func pythonAgreesOnWhiteSpace() throws {
    let pieces = ["{", "\"a\"", ":", "[", "1", ",", "true", "]", "}"].map { Array($0.utf8) }
    let texts = (0...pieces.count).flatMap { place in
      (0...255).map { byte in Array((pieces[..<place] + [[UInt8(byte)]] + pieces[place...]).joined()) }
    }
    try compare(texts, "white space")
  }
}
