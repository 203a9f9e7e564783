import Ciphers
import Foundation
import JSONDocument
import TestSupport
import Testing
import WorkspaceTestSupport

@testable import OKitBackups
@testable import OKitData
@testable import OKitMigrations
@testable import OKitModels
@testable import OKitStorage

@Suite struct MigrationRollbackTests {
  private static let forms: [StoredForm] = [.plain, .age, .okitCBC]
  private static let exchanging: [@Sendable (Call) -> Int32?] = [{ _ in nil }, { $0.kind == .exchange ? EINVAL : nil }]

  @Test(arguments: forms, [0, 1])
  func aRollbackRestoresTheSameBytesWithoutKeys(_ form: StoredForm, _ way: Int) throws {
    let scene = try SampleShop.unmigrated(form)
    let before = try scene.bytes()
    let backup = try SampleShop.migrateOnce(scene, form)
    let migrated = try scene.bytes()
    try #require(migrated.keys.filter { migrated[$0] != before[$0] }.count > 5)
    let outcome = try scene.rollback(calls: FaultyCalls(refusing: Self.exchanging[way])).run()
    #expect(try scene.bytes() == before)
    #expect(outcome.migrations == ["0001-titles"] && outcome.from == 1 && outcome.to == 0 && outcome.backup == backup)
    #expect(outcome.models == [.named("plain"), SampleShop.shop] && outcome.files == SampleShop.files.count)
    let kept = try #require(outcome.safetyBackup)
    #expect(kept.hasPrefix("before-rollback-"))
    _ = try BackupInspection(unlock: scene.unlock()).verify(.file(FilePath(text: scene.backups + "/" + kept)))
    for (path, bytes) in migrated { #expect(try Files.read("\(scene.backups)/\(kept)/\(path)") == bytes, "\(path)") }
    #expect(scene.staged == [] && !scene.hasJournal)
    let events = try scene.history.events
    #expect(events.count == 2)
    #expect(events.last?.action == .rollback(undoes: [events[0].time], backup: kept))
  }

  @Test func aRollbackRemovesTheRecordAndKeepsTheSwiftFiles() throws {
    let scene = try SampleShop.unmigrated()
    let applied = scene.root + "/okit/model/applied.json"
    try Files.remove(applied)
    try SampleShop.migrateOnce(scene, .age)
    try Files.write("class Shop: Model { var title = \"\" }\n", to: scene.root + "/okit/model/Shop.swift")
    try Files.write("class Other: Model {}\n", to: scene.root + "/okit/model/Other.swift")
    _ = try scene.rollback().run()
    // The record contained only the names of the models, and still does.
    #expect(try scene.applied.models == [:] && scene.applied.migrations == [])
    #expect(try scene.applied.storedModels == [SampleShop.shop, SampleShop.sign])
    #expect(Files.namesIfPresent(in: scene.root + "/okit/model") == ["Other.swift", "Shop.swift", "applied.json"])
    #expect(try Files.text(scene.root + "/okit/model/Shop.swift").contains("title"))
  }

  @Test func aRollbackRestoresClassesAndKindsOnly() throws {
    let scene = try SampleShop.unmigrated(.plain)
    let path = scene.root + "/okit/okit.json"
    let workspace = try scene.workspace()
    let id = try workspace.requireConfiguration().id
    func text(_ models: String, _ more: String) -> String {
      "{\n  \"version\": 1,\n  \"id\": \"\(id)\",\n  \"models\": \(models),\n  \"recipients\": []\(more)\n}\n"
    }
    let members = #""plain": {"class": "Plain", "note": 1}, "gone": {"kind": "http"}"#
    try Files.write(text("{\(members), \"shop\": {}}", ""), to: path)
    try scene.apply(["0001-x"], from: 0, to: 1, ["data/plain.json": Array("{}".utf8)])
    try Files.write(
      text(
        #"{"new": {"class": "New"}, "plain": {"kind": "plain", "color": "red"}, "shop": {"class": "Shop", "x": [1]}}"#,
        ",\n  \"later\": true"), to: path)
    _ = try scene.rollback().run()
    let now = try Configuration(reading: FilePath(text: path))
    #expect(
      now.models == [
        .named("plain"): .init(className: "Plain"), .named("gone"): .init(kind: .http), SampleShop.shop: .init(),
      ])
    let models = now.document.root["models"]
    #expect(models?["plain"]?.members.map { $0.key.string } == ["class", "color"])
    #expect(models?["shop"]?["x"]?.rawText == "[1]")
    #expect(try Files.text(path).hasSuffix("\"recipients\": [],\n  \"later\": true\n}\n"))
  }

  @Test(arguments: forms)
  func aRollbackReportsNoLossIfNothingChanged(_ form: StoredForm) throws {
    let scene = try SampleShop.unmigrated(form)
    let backup = try SampleShop.migrateOnce(scene, form)
    let before = try scene.bytes()
    let preview = try scene.rollback().preview()
    #expect(preview.lost == [])
    #expect(preview.migrations == ["0001-titles"] && preview.from == 1 && preview.to == 0 && preview.backup == backup)
    #expect(try scene.bytes() == before)
  }

  @Test func aRollbackReportsChangesModelByModel() throws {
    let scene = try SampleShop.unmigrated()
    try SampleShop.migrateOnce(scene, .age)
    try Files.write(#"{"id":"PLAIN","name":"closed"}"#, to: scene.data + "/plain.json")
    try Files.write("{}", to: scene.data + "/shop/G9.json")
    try Files.remove(scene.data + "/shop/G3.json")
    try Files.write("other", to: scene.data + "/_data/NEW.raw")
    try Files.write("like before", to: scene.data + "/_image/LOGO.png")
    try Files.write("hidden", to: scene.data + "/.hidden")
    let lost = try scene.rollback().preview().lost
    #expect(
      lost == [
        LostChange(kind: .changed, path: "_data/NEW.raw"), LostChange(kind: .added, path: "_image/LOGO.png"),
        LostChange(kind: .changed, path: "plain.json"), LostChange(kind: .removed, path: "shop/G3.json"),
        LostChange(kind: .added, path: "shop/G9.json"),
      ])
    #expect(lost.map(\.model) == [nil, nil, .named("plain"), SampleShop.shop, SampleShop.shop])
  }

  @Test func aRollbackIsRefusedIfMoreChangedThanReported() throws {
    let scene = try SampleShop.unmigrated()
    try SampleShop.migrateOnce(scene, .age)
    let rollback = try scene.rollback()
    for change in [
      { try Files.write("{}", to: scene.data + "/plain.json") },
      { try Files.write("{}", to: scene.data + "/more.json") },
      { try Files.remove(scene.data + "/more.json") }, { _ = try SampleShop.migrateTwice(scene, .age) },
    ] {
      let preview = try rollback.preview()
      try change()
      let before = try scene.bytes()
      #expect(kind { _ = try rollback.run(expecting: preview) } == .busy)
      #expect(try scene.bytes() == before && scene.staged == [])
    }
  }

  @Test(arguments: forms)
  func aRollbackUndoesSeveralApplies(_ form: StoredForm) throws {
    let scene = try SampleShop.unmigrated(form)
    let first = try scene.bytes()
    try SampleShop.migrateOnce(scene, form)
    try Files.write(#"{"id":"PLAIN","name":"between"}"#, to: scene.data + "/plain.json")
    let second = try scene.bytes()
    try SampleShop.migrateTwice(scene, form)
    try Files.write("{}", to: scene.data + "/later.json")

    let other = try scene.copy()
    let all = try other.rollback().preview(to: 0)
    #expect(all.migrations == ["0001-titles", "0002-more", "0003-most"])
    // Changes between the two are lost as well.
    #expect(
      all.lost == [LostChange(kind: .added, path: "later.json"), LostChange(kind: .changed, path: "plain.json")])
    let outcome = try other.rollback().run(to: 0, expecting: all)
    #expect(outcome.from == 3 && outcome.to == 0)
    #expect(try other.bytes() == first)
    #expect(failure { _ = try other.rollback().run() }?.kind == .notFound)

    let last = try scene.rollback().preview(to: 1)
    #expect(last.migrations == ["0002-more", "0003-most"])
    #expect(last.lost == [LostChange(kind: .added, path: "later.json")])
    _ = try scene.rollback().run(to: 1, expecting: last)
    #expect(try scene.bytes() == second)
    #expect(try scene.rollback().run().migrations == ["0001-titles"])
    #expect(try scene.bytes() == first)
  }

  @Test func aRolledBackApplyCanBeRepeated() throws {
    let scene = try SampleShop.unmigrated()
    let before = try scene.bytes()
    for _ in 0..<3 {
      try SampleShop.migrateOnce(scene, .age)
      #expect(try scene.rollback().preview().lost == [])
      _ = try scene.rollback().run()
      #expect(try scene.bytes() == before)
    }
    #expect(try scene.history.events.map(\.name) == ["apply", "rollback", "apply", "rollback", "apply", "rollback"])
    #expect(Files.namesIfPresent(in: scene.backups).count == 6)
  }

  @Test(arguments: [1, 2, 7, -1])
  func aRollbackToAnUnknownNumberIsRefused(_ number: Int) throws {
    let scene = try SampleShop.unmigrated(.plain)
    #expect(kind { _ = try scene.rollback().run(to: 0) } == .notFound)
    try SampleShop.migrateOnce(scene, .plain)
    let error = failure { _ = try scene.rollback().preview(to: number) }
    #expect(error?.kind == .notFound)
    #expect(error?.message.contains("\(number)") == true)
    #expect(kind { _ = try scene.rollback().run(to: number) } == .notFound)
  }

  @Test func aRollbackStopsAtTheFirstKnownState() throws {
    let scene = try SampleShop.unmigrated(.plain)
    try scene.apply(["0004-x"], from: 3, to: 4, ["data/plain.json": Array("{}".utf8)])
    let error = failure { _ = try scene.rollback().preview(to: 0) }
    #expect(error?.kind == .notFound && error?.remedy == .words("use --to with one of: 3"))
    #expect(try scene.rollback().run(to: 3).to == 3)
  }

  @Test func changesWithoutNumbersAreUndoneOneByOneOrAll() throws {
    let scene = try SampleShop.unmigrated(.plain)
    let first = try scene.bytes()
    try scene.apply([], from: 0, to: 0, ["data/plain.json": Array("{\"a\":1}".utf8)])
    try scene.apply(["0001-x"], from: 0, to: 1, ["data/plain.json": Array("{\"a\":2}".utf8)])
    try scene.apply([], from: 1, to: 1, ["data/plain.json": Array("{\"a\":3}".utf8)])
    try scene.apply(["0002-x"], from: 1, to: 2, ["data/plain.json": Array("{\"a\":4}".utf8)])
    _ = try scene.rollback().run(to: 1)
    #expect(try Files.text(scene.data + "/plain.json") == "{\"a\":3}")
    #expect(kind { _ = try scene.rollback().run(to: 1) } == .notFound)
    _ = try scene.rollback().run(to: 0)
    #expect(try scene.bytes() == first)
  }

  @Test func aRollbackWithoutItsBackupIsRefused() throws {
    let scene = try SampleShop.unmigrated()
    let backup = try SampleShop.migrateOnce(scene, .age)
    let before = try scene.bytes()
    try Files.remove(scene.backups + "/" + backup)
    for attempt in [
      { _ = try scene.rollback().preview() }, { _ = try scene.rollback().run() },
    ] {
      let error = failure(of: attempt)
      #expect(error?.kind == .notFound && error?.message.contains(backup) == true)
    }
    #expect(try scene.bytes() == before)
  }

  @Test(arguments: [
    "data/plain.json", "data/shop.json", "SHA256SUMS", "okit-backup.json", "okit.json", "model/applied.json",
  ])
  func aRollbackFromADamagedBackupIsRefused(_ file: String) throws {
    let scene = try SampleShop.unmigrated()
    let backup = try SampleShop.migrateOnce(scene, .age)
    let before = try scene.bytes()
    let path = "\(scene.backups)/\(backup)/\(file)"
    var bytes = try Files.read(path)
    bytes[bytes.count / 2] ^= 1
    try Files.write(bytes, to: path)
    #expect(kind { _ = try scene.rollback().run() } == .malformed)
    #expect(kind { _ = try scene.rollback(dryRun: true).run() } == .malformed)
    try Files.remove(path)
    #expect(kind { _ = try scene.rollback().run() } == .malformed)
    #expect(try scene.bytes() == before && scene.staged == [])
    #expect(try scene.history.events.count == 1)
  }

  @Test func aMissingBackupInBetweenGivesAWarning() throws {
    let scene = try SampleShop.unmigrated()
    let first = try scene.bytes()
    try SampleShop.migrateOnce(scene, .age)
    let second = try SampleShop.migrateTwice(scene, .age)
    try Files.write("{}", to: scene.data + "/later.json")
    try Files.remove(scene.backups + "/" + second)
    let observer = RecordingObserver()
    let preview = try scene.rollback(observer: observer).preview(to: 0)
    #expect(observer.warnings.count == 1 && observer.warnings[0].contains(second))
    #expect(preview.lost == [LostChange(kind: .added, path: "later.json")])
    _ = try scene.rollback().run(to: 0, expecting: preview)
    #expect(try scene.bytes() == first)
  }

  @Test func aDryRollbackChangesNothing() throws {
    let scene = try SampleShop.migrated()
    let before = try scene.bytes()
    let outcome = try scene.rollback(dryRun: true).run(to: 0)
    #expect(outcome.safetyBackup == nil && outcome.files == SampleShop.files.count && outcome.from == 3)
    #expect(try scene.bytes() == before && scene.history.events.count == 2 && scene.staged == [])
    #expect(Files.namesIfPresent(in: scene.backups).count == 2)
  }

  @Test func aRollbackFollowsLinks() throws {
    let scene = try SampleShop.unmigrated()
    let elsewhere = scene.folder + "/elsewhere"
    try FileManager.default.moveItem(atPath: scene.data, toPath: elsewhere)
    try Files.link(scene.data, to: elsewhere)
    try FileManager.default.moveItem(atPath: elsewhere + "/plain.json", toPath: scene.folder + "/plain.json")
    try Files.link(elsewhere + "/plain.json", to: scene.folder + "/plain.json")
    func contents() throws -> [String: [UInt8]] {
      let paths = Files.files(below: elsewhere)
      return Dictionary(uniqueKeysWithValues: try paths.map { ($0, try Files.read(elsewhere + "/" + $0)) })
    }
    let before = try contents()
    try SampleShop.migrateOnce(scene, .age)
    #expect(try scene.rollback().preview().lost == [])
    _ = try scene.rollback().run()
    #expect(try contents() == before)
    #expect(try Files.text(scene.folder + "/plain.json") == #"{"id":"PLAIN","title":"open"}"#)
  }
}
