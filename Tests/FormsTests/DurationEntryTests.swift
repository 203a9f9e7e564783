import Forms
import Testing

@Suite struct DurationEntryTests {
  @Test(arguments: [
    ("0", 0), ("90", 90), ("1:30", 5400), ("0:00:05", 5), ("100:00", 360_000), ("90m", 5400), ("1h 30m", 5400),
    ("1h30m", 5400), ("1d 2h", 93_600), ("45s", 45), ("1d", 86_400),
  ])
  func durations(_ typed: String, _ seconds: Int) {
    #expect(DurationEntry.seconds(typed) == seconds)
  }

  @Test(arguments: [
    "", " ", ":", "1:", "1:5", "1:60", "1:00:60", "1:2:3:4", "-1", "1.5", "1h 1h", "1m 1h", "m", "5 m", "1h x", "one",
    "²",
    "9223372036854775807:00", "999999999999999999999", "9223372036854775807h", "1:-30",
  ])
  func otherTexts(_ typed: String) {
    #expect(DurationEntry.seconds(typed) == nil)
  }

  @Test func shownDurationsCanBeTyped() {
    for seconds in [0, 1, 59, 60, 3599, 3600, 5400, 86_400, 360_001] {
      #expect(DurationEntry.text(Double(seconds)).flatMap(DurationEntry.seconds) == seconds)
    }
    #expect(DurationEntry.text(5400) == "1:30" && DurationEntry.text(5) == "0:00:05")
    for seconds in [-1, 0.5, 1e16, 1e300, .nan, .infinity] { #expect(DurationEntry.text(seconds) == nil) }
  }
}
