import Testing

@testable import HTTPServer

@Suite struct HTTPDateTests {
  @Test(
    arguments: [
      (0, "Thu, 01 Jan 1970 00:00:00 GMT"), (784_111_777, "Sun, 06 Nov 1994 08:49:37 GMT"),
      (951_782_400, "Tue, 29 Feb 2000 00:00:00 GMT"), (1_795_676_421, "Thu, 26 Nov 2026 07:00:21 GMT"),
      (253_402_300_799, "Fri, 31 Dec 9999 23:59:59 GMT"),
    ] as [(Int64, String)])
  func timeAndTextBelongTogether(seconds: Int64, text: String) {
    #expect(HTTPDate.text(seconds) == text)
    #expect(HTTPDate.seconds(text) == seconds)
  }

  /// Of two digits, the year is at most 50 years ahead.
  @Test(arguments: [
    "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994", "Sun Nov 06 08:49:37 1994",
  ])
  func olderFormatsAreUnderstood(text: String) { #expect(HTTPDate.seconds(text) == 784_111_777) }

  @Test(arguments: [
    "", "Sunday, 06-Nov-1994 08:49:37 GMT", "Sun, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994 GMT",
    "Sun Nov 006 08:49:37 1994", "Sunday, 06-Nov-x4 08:49:37 GMT", "Sun Nov  6 1994", "Sun, 06 Nov 1994 08:49:37 UTC",
    "Sun, 31 Feb 1994 08:49:37 GMT", "Sun, 06 Nov 1994 25:49:37 GMT", "Xxx, 06 Nov 1994 08:49:37 GMT",
    "Sun, -6 Nov 1994 08:49:37 GMT",
  ])
  func otherTextIsNoTime(text: String) { #expect(HTTPDate.seconds(text) == nil) }
}
