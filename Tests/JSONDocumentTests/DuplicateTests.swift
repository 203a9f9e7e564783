import JSONDocument
import Testing

struct DuplicateTests {
  @Test(
    arguments: [
      (#"{"a": 1, "b": 2}"#, []), (#"{"a": 1, "a": 2}"#, [9]),
      (#"{"a": 1, "b": 2, "a": 3, "b": 4, "a": 5}"#, [17, 25, 33]),
      (#"{"a": 1, "\u0061": 2}"#, [9]), (#"{"\u0061": 1, "a": 2}"#, [14]), (#"{"\u0061": 1, "\u0061": 2}"#, [14]),
      (#"{"\u0061b": 1, "a\u0062": 2}"#, [15]), (#"{"": 1, "": 2}"#, [8]), (#"[{"a": 1}, {"a": 1}]"#, []),
      (#"{"a": {"a": 1}, "b": {"x": 1, "x": 1}}"#, [30]), (#"{"a": {"x": 1, "x": 1}, "a": 1}"#, [24, 15]),
    ] as [(String, [Int])])
  func allDuplicatesButTheFirstAreListed(_ text: String, _ offsets: [Int]) throws {
    #expect(try parse(text).duplicateKeys().map(\.range.lowerBound) == offsets)
  }

  @Test func duplicatesInAHugeObjectAreFound() throws {
    let keys = (0..<100_000).map { "\"key\($0 % 99_998)\": 0" }
    let duplicates = try parse("{" + keys.joined(separator: ",") + "}").duplicateKeys()
    #expect(duplicates.map(\.string) == ["key0", "key1"])
  }

  @Test(arguments: 1...30)
  func duplicatesInObjectsOfAnySizeAreFound(_ count: Int) throws {
    let keys = (0..<count).map { "\"k\($0)\": {\"k0\": []}" } + ["\"k\(count - 1)\": 0", #""\u006b0": 0"#]
    let duplicates = try parse("{" + keys.joined(separator: ",") + "}").duplicateKeys()
    #expect(duplicates.map(\.string) == ["k\(count - 1)", "k0"])
  }
}
