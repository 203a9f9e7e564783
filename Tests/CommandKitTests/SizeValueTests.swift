import Testing

@testable import CommandKit

@Suite struct SizeValueTests {
  @Test(
    arguments: [
      ("0", 0), ("17", 17), ("17B", 17), ("64kB", 64_000), ("64 kB", 64_000), ("100MB", 100_000_000), ("1GiB", 1 << 30),
      ("2TiB", 2 << 40),
    ] as [(String, Int64)])
  func numberWithAUnitIsASize(text: String, bytes: Int64) { #expect(SizeValue(argument: text)?.bytes == bytes) }

  @Test(arguments: ["", "MB", "-1", "1.5MB", "1mb", "1 M", "9999999999GB", "99999999999999999999"])
  func otherTextIsNoSize(text: String) { #expect(SizeValue(argument: text) == nil) }

  @Test(
    arguments: [(0, "0"), (17, "17"), (100_000_000, "100MB"), (1 << 20, "1MiB"), (1_500, "1500")] as [(Int64, String)]
  )
  func sizeIsPrintedWithItsLargestUnit(bytes: Int64, text: String) {
    #expect(SizeValue(bytes).argumentText == text)
    #expect(SizeValue(argument: text)?.bytes == bytes)
  }
}
