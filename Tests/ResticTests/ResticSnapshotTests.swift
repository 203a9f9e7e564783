import JSONDocument
import OKitStorage
import Testing

@testable import Restic

struct ResticSnapshotTests {
  private static let id = String(repeating: "0a", count: 32)

  @Test func parsesTheListOfRestic() throws {
    let text = """
      [{"time":"2026-11-25T20:00:05.973331797+01:00","tree":"c3","paths":["/x.tar"],"hostname":"vm","username":"root",
        "tags":["okit-complete","weekly"],"id":"\(Self.id)","short_id":"0a0a0a0a"},
       {"time":"2026-11-25T19:00:05Z","paths":null,"id":"\(Self.id)"}]
      """
    let snapshots = try ResticSnapshot.list(parsing: JSONBytes(Array(text.utf8)), of: "repository")
    #expect(
      snapshots == [
        ResticSnapshot(id: Self.id, time: 1_795_633_205, paths: ["/x.tar"], tags: ["okit-complete", "weekly"]),
        ResticSnapshot(id: Self.id, time: 1_795_633_205, paths: [], tags: []),
      ])
  }

  @Test(arguments: ["null", "[]"])
  func noSnapshotsAreAnEmptyList(_ text: String) throws {
    #expect(try ResticSnapshot.list(parsing: JSONBytes(Array(text.utf8)), of: "repository").isEmpty)
  }

  @Test(arguments: [
    "", "{}", "[1]", #"[{"id":"x","time":"2026-11-25T19:00:05Z"}]"#,
    "[{\"id\":\"\(String(repeating: "0a", count: 32))\"}]",
  ])
  func anythingElseIsMalformed(_ text: String) {
    #expect { try ResticSnapshot.list(parsing: JSONBytes(Array(text.utf8)), of: "repository") } throws: { error in
      (error as? OKitError)?.kind == .malformed
    }
  }

  @Test(
    arguments: [
      ("1970-01-01T00:00:00Z", 0), ("1970-01-01T02:30:00+02:30", 0), ("1969-12-31T23:00:00.5-01:00", 0),
      ("1970-01-01T00:00:00", nil), ("1970-01-01T00:00:00.Z", nil), ("1970-01-01T00:00:00+1:00", nil),
      ("1970-13-01T00:00:00Z", nil), ("1970-01-01T00:00:00+24:00", nil), ("", nil),
    ] as [(String, Int64?)])
  func timesHaveFractionsAndOffsets(_ text: String, _ seconds: Int64?) {
    #expect(Timestamp.parse(withOffset: text) == seconds)
  }

  @Test(arguments: [
    ("restic 0.14.0 compiled with go1.19.8 on linux/amd64\n", 0, 14), ("restic 0.16.5-dev (x) compiled", 0, 16),
    ("restic 1.0.0", 1, 0),
  ])
  func versions(_ text: String, _ major: Int, _ minor: Int) throws {
    let version = try #require(ResticRepository.version(text))
    #expect(version == (major, minor))
  }

  @Test(arguments: ["", "restic", "rustic 0.14.0", "restic x.y"])
  func textsWithoutAVersion(_ text: String) {
    #expect(ResticRepository.version(text) == nil)
  }
}
