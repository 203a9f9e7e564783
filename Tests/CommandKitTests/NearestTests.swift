import CommandKit
import Testing

extension CommandKitTests {
  @Suite struct NearestWord {
    static let cases: [(String, String?)] = [
      ("stauts", "status"), ("status", "status"), ("STATUS", "status"), ("statu", "status"), ("stat", "status"),
      ("bcakup", "backup"), ("ecnrypt", "encrypt"), ("chekc", "check"), ("q", nil), ("xyz", nil), ("", nil),
      ("s", nil), ("bücher", "bucher"),
    ]

    @Test(arguments: cases) func isFound(word: String, expected: String?) {
      #expect(Nearest.to(word, among: ["status", "backup", "encrypt", "check", "bucher", "st"]) == expected)
    }

    @Test func aBeginningOfSeveralIsNotGuessed() {
      #expect(Nearest.to("co", among: ["compare", "complete"]) == nil)
    }
  }
}
