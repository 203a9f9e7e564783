import Ciphers
import JSONDocument
import TestSupport
import Testing
import WorkspaceTestSupport

@testable import OKitBackups
@testable import OKitMigrations
@testable import OKitModels
@testable import OKitStorage

@Suite struct MigrationHistoryTests {
  private func history(_ text: String) throws -> MigrationHistory {
    try MigrationHistory(parsing: JSONBytes(text.utf8), path: "okit/history.json")
  }

  @Test func anEmptyHistoryHasNoEvents() throws {
    #expect(try SampleShop.scene(.plain).history.events == [])
    #expect(try history(#"{"version":1,"events":[]}"#).events == [])
  }

  @Test func anApplyRecordsSumsButNoValues() throws {
    let scene = try SampleShop.unmigrated()
    let before = Timestamp.now()
    let backup = try SampleShop.migrateOnce(scene, .age)
    let events = try scene.history.events
    #expect(events.count == 1)
    let event = try #require(events.first)
    #expect(event.name == "apply" && (before...Timestamp.now()).contains(event.time))
    let apply = try #require(scene.history.standing.first?.apply)
    #expect(apply.migrations == ["0001-titles"] && apply.from == 0 && apply.to == 1 && apply.backup == backup)
    let change = MigrationChange(kind: .renamed, subject: "Shop.name", detail: "title", count: 1)
    #expect(apply.models == [.init(name: SampleShop.shop, changes: [change])])
    #expect(
      apply.files.keys.map(\.text).sorted() == [
        "okit/data/_data/NEW.raw", "okit/data/_data/SOUND.raw", "okit/data/_image/LOGO.png", "okit/data/plain.json",
        "okit/data/shop.json", "okit/data/shop/G1.json", "okit/data/shop/G2.json", "okit/data/shop/G3.json",
        "okit/model/applied.json", "okit/okit.json",
      ])
    for (path, digest) in apply.files {
      #expect(try Journal.Fingerprint.of(FilePath(text: scene.root + "/" + path.text))?.digest == digest, "\(path)")
    }
    #expect(try !Files.text(scene.root + "/okit/history.json").contains(SampleShop.secret))
  }

  @Test func aHistoryIsReadAsWritten() throws {
    let apply = MigrationApply(
      migrations: ["0001-a \"b\"\n", "0002-é"],
      models: [
        .init(
          name: .named("ä b"), changes: MigrationChange.Kind.allCases.map { MigrationChange(kind: $0, subject: "X.y") })
      ], from: 0, to: 2, backup: "before-migrate-20261121T075014Z",
      files: [
        WorkspacePath("okit/data/e\u{301}\n.json"): nil,
        WorkspacePath("okit/data/\u{e9}\n.json"): Journal.Fingerprint.of(text: "x").digest,
      ])
    let events = [
      MigrationEvent(time: 0, action: .apply(apply)),
      MigrationEvent(time: 1_795_247_414, action: .rollback(undoes: [0, 7], backup: "before-rollback-x")),
      MigrationEvent(time: 1_795_247_415, action: .accept("0002-é")),
    ]
    var writer = JSONWriter()
    writer.object { writer in
      writer.member("version", 1)
      writer.array("events") { writer in
        for event in events { writer.object { event.write(to: &$0) } }
      }
    }
    #expect(try history(writer.text).events == events)
  }

  @Test func unknownMembersAreKept() throws {
    let scene = try SampleShop.unmigrated()
    let accept = #"{"event":"accept","time":"2026-11-21T07:50:14Z","migration":"0001-x","by":"me"}"#
    let text = #"{"note": [1.50],"version":1,"events":[\#(accept)],"more":{"z":1}}"# + "\n"
    let path = scene.root + "/okit/history.json"
    try Files.write(text, to: path)
    try SampleShop.migrateOnce(scene, .age)
    let new = try Files.text(path)
    #expect(new.hasPrefix(#"{"note": [1.50],"version":1,"events":[\#(accept),{"event":"apply","time":""#))
    #expect(new.hasSuffix(#"}],"more":{"z":1}}"# + "\n"))
    #expect(try scene.history.events.map(\.name) == ["accept", "apply"])
  }

  @Test(arguments: [
    ("", 1, 1), ("{", 1, 2), ("[]", 1, 1), ("{}", 1, 1), ("\n {\"version\":2,\"events\":[]}", 2, 13),
    (#"{"version":1}"#, 1, 1), (#"{"version":1,"events":{}}"#, 1, 23), (#"{"version":1,"events":[7]}"#, 1, 24),
    (#"{"version":1,"events":[{"event":"apply","time":"2026-11-21T07:50:14Z"}]}"#, 1, 24),
    (#"{"version":1,"events":[{"event":"else","time":"2026-11-21T07:50:14Z"}]}"#, 1, 24),
    (#"{"version":1,"events":[{"event":"accept","time":"yesterday","migration":"x"}]}"#, 1, 24),
    (
      #"{"version":1,"events":[{"event":"rollback","time":"2026-11-21T07:50:14Z","undoes":[],"backup":"../x"}]}"#, 1,
      24
    ),
    (
      #"{"version":1,"events":[{"event":"rollback","time":"2026-11-21T07:50:14Z","undoes":[1],"backup":"x"}]}"#, 1, 24
    ),
  ])
  func aDamagedHistoryIsAnErrorWithItsPosition(_ text: String, _ line: Int, _ column: Int) throws {
    let scene = try SampleShop.unmigrated(.plain)
    let path = scene.root + "/okit/history.json"
    try Files.write(text, to: path)
    let error = failure { _ = try scene.history }
    #expect(error?.kind == .configuration)
    #expect(error?.place == .init(path: path, line: line, column: column))
    // A migration that cannot be recorded is not applied.
    let before = try scene.bytes()
    #expect(kind { try SampleShop.migrateOnce(scene, .plain) } == .configuration)
    #expect(try scene.bytes() == before && Files.text(path) == text)
  }

  @Test func theLatestApplyIsUndoneFirst() throws {
    func apply(_ name: String) -> String {
      """
      {"event":"apply","time":"2026-11-21T07:50:14Z","migrations":["\(name)"],"from":0,"to":1,"models":[],"backup":"b","files":{}}
      """
    }
    let undo = #"{"event":"rollback","time":"2026-11-21T07:50:14Z","undoes":["2026-11-21T07:50:14Z"],"backup":"b"}"#
    func standing(_ events: String...) throws -> [[String]] {
      try history(#"{"version":1,"events":[\#(events.joined(separator: ","))]}"#).standing.map(\.apply.migrations)
    }
    #expect(try standing(apply("a"), apply("b")) == [["a"], ["b"]])
    #expect(try standing(apply("a"), apply("b"), undo) == [["a"]])
    #expect(try standing(apply("a"), apply("b"), undo, apply("c")) == [["a"], ["c"]])
    #expect(try standing(apply("a"), undo, undo) == [])
  }

  @Test func backupsDoNotContainTheHistory() throws {
    let scene = try SampleShop.migrated()
    let path = try scene.backUp("old", .directory)
    let manifest = try BackupInspection(unlock: scene.unlock()).manifest(of: .file(FilePath(text: path)))
    #expect(manifest.files.map(\.path).contains("model/applied.json"))
    #expect(!manifest.files.contains { $0.path.text.contains("history") })
  }
}
