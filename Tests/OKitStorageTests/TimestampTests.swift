import Foundation
import TestSupport
import Testing

@testable import OKitStorage

/// Points in time are written as other programs write them.
@Suite struct TimestampTests {
  private static let moments: [Int64] =
    [0, 951_782_399, 951_782_400, 951_868_800, 1_709_164_800, 4_107_542_400, 253_402_300_799, -1, -62_135_596_800]
    + stride(from: -60_000_000_000, to: 250_000_000_000, by: 1_234_567_891)

  @Test func timesAreThoseOfFoundation() throws {
    var calendar = Calendar(identifier: .iso8601)
    calendar.timeZone = try #require(TimeZone(secondsFromGMT: 0))
    // Foundation uses the Julian calendar before 1582.
    for seconds in Self.moments where seconds > -12_200_000_000 {
      let parts = calendar.dateComponents(
        [.year, .month, .day, .hour, .minute, .second], from: Date(timeIntervalSince1970: Double(seconds)))
      let text = String(
        format: "%04d-%02d-%02dT%02d:%02d:%02dZ", parts.year ?? 0, parts.month ?? 0, parts.day ?? 0, parts.hour ?? 0,
        parts.minute ?? 0, parts.second ?? 0)
      #expect(Timestamp.internet(seconds) == text)
    }
  }

  @Test func timesAreReadAsTheyAreWritten() {
    for seconds in Self.moments { #expect(Timestamp.parse(internet: Timestamp.internet(seconds)) == seconds) }
    #expect(Timestamp.compact(1_795_576_016) == "20261125T030656Z")
  }

  @Test(arguments: ["2026-02-30T00:00:00Z", "2026-11-21T24:00:00Z", "2026-11-21 07:50:14Z", "2026-11-21T07:50:14", ""])
  func anotherTextIsNoTime(_ text: String) { #expect(Timestamp.parse(internet: text) == nil) }
}
