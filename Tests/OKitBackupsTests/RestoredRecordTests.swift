import Foundation
import TestSupport
import Testing
import WorkspaceTestSupport

@testable import OKitBackups
@testable import OKitModels
@testable import OKitStorage

@Suite struct RestoredRecordTests {
  private func restore(
    _ scene: Scene, _ models: [ModelName] = [], definitions: Bool = false, refusing: Int32? = nil
  ) throws {
    let calls = FaultyCalls(refusing: { $0.kind == .exchange ? refusing : nil })
    _ = try BackupRestoration(scene.workspace(calls: calls)).restore(
      .file(FilePath(text: scene.backups + "/b")), .init(models: models, definitions: definitions),
      unlock: scene.unlock())
  }

  /// A workspace with a backup. The data was migrated after the backup.
  private func migrated(isRecorded: Bool = true) throws -> Scene {
    let scene = try SampleShop.recordedScene()
    if !isRecorded { try Files.remove(scene.appliedPath) }
    try scene.backUp("b", .directory)
    try scene.define(SampleShop.newClasses)
    try scene.addMigrations("0001-a")
    var models = try SampleShop.recordedModels(SampleShop.newClasses, migration: 1)
    for name in models.keys { models[name]?.former = try SampleShop.recordedModels().values.map(\.snapshot.digest) }
    try scene.record(AppliedDefinitions(models: models, migrations: [SampleShop.recordedMigration("0001-a")]))
    return scene
  }

  @Test(arguments: [nil, EXDEV])
  func restoringEverythingRestoresTheRecord(_ refusing: Int32?) throws {
    let scene = try migrated()
    let new = try Files.read(scene.appliedPath)
    try restore(scene, refusing: refusing)
    #expect(try Files.read(scene.appliedPath) == Files.read(scene.backups + "/b/model/applied.json"))
    #expect(try scene.applied.models == SampleShop.recordedModels())
    #expect(try Files.text(scene.root + "/okit/model/Shop.swift") == SampleShop.newClasses)
    let kept = try #require(Files.namesIfPresent(in: scene.backups).first { $0.hasPrefix("before-restore-") })
    #expect(try Files.read(scene.backups + "/\(kept)/model/applied.json") == new)
    _ = try BackupInspection(unlock: scene.unlock()).verify(.file(FilePath(text: scene.backups + "/" + kept)))
  }

  @Test(arguments: [nil, EXDEV])
  func restoringABackupWithoutRecordRemovesIt(_ refusing: Int32?) throws {
    let scene = try migrated(isRecorded: false)
    try restore(scene, refusing: refusing)
    #expect(try scene.applied.models == [:])
    #expect(try scene.applied.storedModels == [SampleShop.shop, SampleShop.sign])
    #expect(Files.exists(scene.root + "/okit/model/Shop.swift"))
  }

  @Test(arguments: [nil, EXDEV])
  func restoringADamagedRecordWarnsAndRemovesIt(_ refusing: Int32?) throws {
    let scene = try SampleShop.recordedScene()
    try Files.write("damaged", to: scene.appliedPath)
    try scene.backUp("b", .directory)
    try scene.record(AppliedDefinitions(models: SampleShop.recordedModels()))
    let observer = RecordingObserver()
    let calls = FaultyCalls(refusing: { $0.kind == .exchange ? refusing : nil })
    _ = try BackupRestoration(scene.workspace(observer: observer, calls: calls)).restore(
      .file(FilePath(text: scene.backups + "/b")), .init(), unlock: scene.unlock())
    #expect(try scene.applied.models == [:])
    #expect(try scene.applied.storedModels == [SampleShop.shop, SampleShop.sign])
    #expect(observer.warnings.filter { $0.contains("model/applied.json:1:1: ") }.count == 1)
    try scene.workspace().requireDataNotNewer()
  }

  @Test(arguments: [true, false])
  func restoringDefinitionsRestoresTheRecord(_ isRecorded: Bool) throws {
    let scene = try migrated(isRecorded: isRecorded)
    try Files.write("class Other: Model {}", to: scene.root + "/okit/model/Other.swift")
    try Files.write("of another program", to: scene.root + "/okit/model/.hidden")
    try restore(scene, definitions: true)
    #expect(Files.namesIfPresent(in: scene.root + "/okit/model") == [".hidden", "Shop.swift", "applied.json"])
    #expect(try Files.text(scene.root + "/okit/model/Shop.swift") == SampleShop.classes)
    #expect(try scene.applied.models == (isRecorded ? SampleShop.recordedModels() : [:]))
  }

  @Test(arguments: [true, false])
  func restoringSomeModelsRestoresTheirRecord(_ definitions: Bool) throws {
    let scene = try migrated()
    var models = try scene.applied.models
    try restore(scene, [SampleShop.sign], definitions: definitions)
    models[SampleShop.sign] = try SampleShop.recordedModels()[SampleShop.sign]
    #expect(try scene.applied.models == models)
    #expect(try scene.applied.migrations == [SampleShop.recordedMigration("0001-a")])
  }

  @Test func restoringSomeModelsWithoutRecordRemovesIt() throws {
    let scene = try migrated(isRecorded: false)
    try restore(scene, [SampleShop.sign])
    #expect(try scene.applied.models.keys.sorted() == [SampleShop.shop])
  }

  @Test func restoringWorksWithNewerDataAndADamagedRecord() throws {
    let scene = try migrated()
    for text in [#"{"version":2}"#, "damaged"] {
      try Files.write(text, to: scene.appliedPath)
      #expect(kind { try restore(scene, [SampleShop.sign]) } == .configuration)
      #expect(try Files.text(scene.appliedPath) == text)
      try restore(scene)
      #expect(try scene.applied.models == SampleShop.recordedModels())
    }
    try scene.define("class Shop: Model { var (a, b) = 1 }")
    try restore(scene)
    try restore(scene, [SampleShop.sign])
  }
}
