import Testing

@testable import CommandKit

extension CommandKitTests {
  @Suite struct NearestWord {
    static let cases: [(String, String?)] = [
      ("stauts", "status"), ("status", "status"), ("STATUS", "status"), ("statu", "status"), ("stat", "status"),
      ("bcakup", "backup"), ("ecnrypt", "encrypt"), ("chekc", "check"), ("q", nil), ("xyz", nil), ("", nil),
      ("s", nil), ("bücher", "bucher"),
    ]

    @Test(arguments: cases) func theNearestWordIsFound(word: String, expected: String?) {
      #expect(Nearest.to(word, among: ["status", "backup", "encrypt", "check", "bucher", "st"]) == expected)
    }

    @Test func theNearestOfManyLongNamesIsFound() {
      let names = (0..<5000).map { "\($0 + 10_000)" + String(repeating: "n", count: 250) }
      #expect(Nearest.to("14999" + String(repeating: "n", count: 249), among: names) == names[4999])
      #expect(Nearest.to(String(repeating: "m", count: 255), among: names) == nil)
    }

    @Test func boundedDistancesEqualFullDistances() {
      func scalars(_ text: String) -> [Unicode.Scalar] { Array(text.unicodeScalars) }
      for (left, right, distance) in [
        ("", "", 0), ("", "abc", 3), ("abc", "", 3), ("abc", "abc", 0), ("abc", "acb", 1), ("kitten", "sitting", 3),
        ("abcdef", "badcfe", 3), ("ca", "abc", 3), ("abcd", "bcde", 2),
      ] {
        #expect(Nearest.distance(scalars(left), scalars(right), atMost: distance) == distance, "\(left) \(right)")
        #expect(Nearest.distance(scalars(left), scalars(right), atMost: 6) == distance, "\(left) \(right)")
        if distance > 0 { #expect(Nearest.distance(scalars(left), scalars(right), atMost: distance - 1) == nil) }
      }
    }

    @Test func anAmbiguousPrefixIsNotGuessed() {
      #expect(Nearest.to("co", among: ["compare", "complete"]) == nil)
    }
  }
}
