import Testing

@testable import HTTPServer

@Suite struct ByteRangeTests {
  @Test(
    arguments: [
      ("bytes=0-0", 0..<1), ("bytes=0-", 0..<10), ("bytes=9-", 9..<10), ("bytes=2-5", 2..<6), ("bytes=2-99", 2..<10),
      ("bytes=-3", 7..<10), ("bytes=-99", 0..<10), ("bytes= 1 - 2 ", 1..<3), ("bytes=0-99999999999999999999", 0..<10),
    ] as [(String, Range<Int64>)])
  func partIsFound(text: String, part: Range<Int64>) { #expect(ByteRange(parsing: text, size: 10) == .part(part)) }

  @Test(arguments: ["bytes=10-", "bytes=99-100", "bytes=-0", "bytes=99999999999999999999-"])
  func partBehindTheEndIsUnsatisfiable(text: String) { #expect(ByteRange(parsing: text, size: 10) == .unsatisfiable) }

  @Test(arguments: [
    nil, "", "bytes", "bytes=", "bytes=-", "bytes=5-2", "bytes=a-b", "bytes=0-1,3-4", "items=0-1", "bytes=+1-2",
  ])
  func anythingElseIsTheWholeFile(text: String?) { #expect(ByteRange(parsing: text, size: 10) == .whole) }

  @Test func emptyFileHasNoPart() {
    #expect(ByteRange(parsing: "bytes=0-", size: 0) == .unsatisfiable)
    #expect(ByteRange(parsing: "bytes=-5", size: 0) == .unsatisfiable)
  }
}
