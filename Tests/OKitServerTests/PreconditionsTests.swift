import Glibc
import HTTPServer
import OKitStorage
import TestSupport
import Testing

@testable import OKitServer

@Suite struct PreconditionsTests {
  /// The status with which a change of a file that was changed last at 2026-01-01T00:00:00.5Z is refused; nil if it is not.
  private static func refusal(_ headers: [(name: String, value: String)], isPresent: Bool = true) throws -> Int? {
    let folder = try TemporaryFolder()
    let path = folder.path + "/file"
    try Files.write("content", to: path)
    var times = [timespec(tv_sec: 0, tv_nsec: 0), timespec(tv_sec: 1_767_225_600, tv_nsec: 500_000_000)]
    try #require(utimensat(AT_FDCWD, path, &times, 0) == 0)
    let request = HTTPRequest(method: "PUT", rawTarget: "/a", headers: headers)
    do {
      let file = isPresent ? try OpenFile(FilePath(text: path)) : nil
      try Preconditions(request).requireChange(of: file) { try FileVersions.tag(of: $0) }
      return nil
    } catch let refusal as Refusal {
      return refusal.status
    }
  }

  @Test func fileThatChangedLaterIsNotReplaced() throws {
    let header = "if-unmodified-since"
    #expect(try Self.refusal([(header, "Thu, 01 Jan 2026 00:00:00 GMT")]) == nil)
    #expect(try Self.refusal([(header, "Thu, 01 Jan 2026 00:00:01 GMT")]) == nil)
    #expect(try Self.refusal([(header, "Wed, 31 Dec 2025 23:59:59 GMT")]) == 412)
    // RFC 9110: a date that cannot be read is ignored, as is the date of a file that is not there.
    #expect(try Self.refusal([(header, "yesterday")]) == nil)
    #expect(try Self.refusal([(header, "Wed, 31 Dec 2025 23:59:59 GMT")], isPresent: false) == nil)
  }

  @Test func theDateIsIgnoredBesideATag() throws {
    let date = (name: "if-unmodified-since", value: "Wed, 31 Dec 2025 23:59:59 GMT")
    #expect(try Self.refusal([date, ("if-match", "*")]) == nil)
    #expect(
      try Self.refusal([("if-unmodified-since", "Thu, 01 Jan 2026 00:00:01 GMT"), ("if-match", "\"other\"")]) == 412)
    #expect(try Self.refusal([date, ("if-none-match", "\"other\"")]) == 412)
  }
}
