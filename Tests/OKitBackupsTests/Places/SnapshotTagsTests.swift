import OKitStorage
import Restic
import Testing

@testable import OKitBackups

struct SnapshotTagsTests {
  private static let id = "ED1C9A22-3167-4009-85BE-99FEF2F26368"

  private static func snapshot(_ tags: [String], _ paths: [String] = ["/x.tar"]) -> ResticSnapshot {
    ResticSnapshot(id: "0a", time: 1000, paths: paths, tags: tags)
  }

  @Test func aRecordSurvives() throws {
    var record = BackupRecord(created: 1000, workspace: Self.id, size: 77)
    record.label.tags = ["weekly", "vor dem Umzug"]
    record.label.note = " Größe: 5 %, mehr\nund %41 "
    record.label.isPinned = true
    record.verification = .init(time: 2000, isIntact: false)
    record.restoreTest = .init(time: 1500, problems: 3)
    record.confirmed = 3000
    let tags = SnapshotTags.tags(of: record)
    #expect(tags.allSatisfy { !$0.contains(",") && !$0.contains("\n") })
    #expect(SnapshotTags.record(of: Self.snapshot(tags)) == record)
    record.verification = .init(time: 2000, isIntact: true)
    #expect(
      SnapshotTags.record(of: Self.snapshot(SnapshotTags.tags(of: record).reversed()))?.verification
        == record.verification)
    record.restoreTest = .init(time: 1500, problems: 0)
    #expect(SnapshotTags.record(of: Self.snapshot(SnapshotTags.tags(of: record)))?.restoreTest == record.restoreTest)
  }

  @Test func aSnapshotOfSomethingElseIsNoBackup() {
    #expect(SnapshotTags.record(of: Self.snapshot([])) == nil)
    #expect(SnapshotTags.record(of: Self.snapshot(["okit-workspace=x"])) == nil)
    #expect(SnapshotTags.name(of: Self.snapshot([], ["/home"])) == nil)
    #expect(SnapshotTags.name(of: Self.snapshot([], ["/a.tar", "/b.tar"])) == nil)
    #expect(SnapshotTags.name(of: Self.snapshot([], ["/a/b.tar"])) == nil)
    #expect(SnapshotTags.name(of: Self.snapshot([], ["/../x.tar"])) == nil)
    #expect(SnapshotTags.name(of: Self.snapshot([], ["/x.tar"])) == "x")
  }

  @Test func tagsThatBelongToOkitAreRefused() throws {
    try SnapshotTags.requireUsable(["okit", "weekly"])
    #expect { try SnapshotTags.requireUsable(["okit-pinned"]) } throws: { ($0 as? OKitError)?.kind == .usage }
  }
}
