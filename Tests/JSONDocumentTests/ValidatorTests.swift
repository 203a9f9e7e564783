import JSONDocument
import TestSupport
import Testing

struct ValidatorTests {
  /// The property that the validator promises: of any bytes, in any pieces, it says what the parser says.
  @Test(arguments: 0..<40)
  func agreesWithTheParser(_ seed: Int) {
    var generator = SeededGenerator(seed: UInt64(seed))
    var refused = 0
    for round in 0..<300 {
      let tree = Tree.random(depth: 4, using: &generator)
      let space = [Tree.Space.compact, .pretty, .wild].randomElement(using: &generator)!
      var bytes = Array((round % 7 == 0 ? "\u{FEFF}" : "").utf8) + Array(tree.text(space, using: &generator).utf8)
      for _ in 0..<Int.random(in: 0...2, using: &generator) { mutate(&bytes, using: &generator) }
      let splits = (0..<Int.random(in: 0...8, using: &generator)).map { _ in
        Int.random(in: 0...bytes.count, using: &generator)
      }
      let expected = parseVerdict(bytes)
      if expected != nil { refused += 1 }
      for splits in [[], splits, Array(0..<bytes.count)] {
        let (error, kind) = validatorVerdict(bytes, splitAt: splits)
        #expect(error == expected, "\(String(decoding: bytes, as: UTF8.self)) split at \(splits)")
        #expect((kind == nil) == (expected != nil))
      }
    }
    #expect(20..<280 ~= refused, "the mutations break too little or too much")
  }

  private func mutate(_ bytes: inout [UInt8], using generator: inout SeededGenerator) {
    let interesting =
      Array("{}[],:\"\\/ubnt0123456789eE+-.aAfF \n\r\t\u{0}\u{1F}\u{7F}".utf8) + [
        0x80, 0xBF, 0xC2, 0xE0, 0xED, 0xEF, 0xF0, 0xF4, 0xFF,
      ]
    let place = Int.random(in: 0...bytes.count, using: &generator)
    switch Int.random(in: 0..<5, using: &generator) {
    case 0: bytes.insert(interesting.randomElement(using: &generator)!, at: place)
    case 1 where place < bytes.count: bytes.remove(at: place)
    case 2 where place < bytes.count: bytes[place] = interesting.randomElement(using: &generator)!
    case 3: bytes.removeSubrange(place...)
    default:
      bytes.insert(
        contentsOf: Array(#"\ud83d\ude00"#.utf8).prefix(Int.random(in: 1...12, using: &generator)), at: place)
    }
  }

  @Test func throwsTheSameErrorAgain() throws {
    var validator = JSONValidator()
    let bytes = Array("[1 2".utf8)
    let first = #expect(throws: JSONError.self) { try bytes.withUnsafeBytes { try validator.feed($0) } }
    #expect(first?.reason == .expectedCommaOrBracket)
    #expect(throws: first!) { try bytes.withUnsafeBytes { try validator.feed($0) } }
    #expect(throws: first!) { try validator.finish() }
    #expect(validator.rootKind == nil)
  }
}
