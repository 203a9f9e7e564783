import Bindings
import Ciphers
import Foundation
import JSONDocument
import TestSupport
import Testing
import WorkspaceTestSupport

@testable import OKitBackups
@testable import OKitChecks
@testable import OKitData
@testable import OKitEditing
@testable import OKitMigrations
@testable import OKitModels
@testable import OKitStorage

@Suite struct NewerDataTests {
  /// Reasons why data is newer, and a part of the message.
  private static let ways: [(String, @Sendable (Scene) throws -> Void)] = [
    ("version 2 was made by a newer okit", { try Files.write(#"{"version":2}"#, to: $0.appliedPath) }),
    (
      "the data of model 'plain' does not match its definitions: migration 0002-b was applied but is missing from okit/migrations",
      { scene in
        try scene.define(SampleShop.newClasses)
        try scene.addMigrations("0001-x")
        try scene.record(
          AppliedDefinitions(
            models: SampleShop.recordedModels(migration: 2),
            migrations: [SampleShop.recordedMigration("0001-a"), SampleShop.recordedMigration("0002-b")]))
      }
    ),
    (
      "the data of model 'plain' is newer than its definitions, which are from before a migration",
      { scene in
        var models = try SampleShop.recordedModels()
        models[SampleShop.sign] = .init(
          snapshot: try SampleShop.snapshot("Sign", in: SampleShop.newClasses), migration: 0,
          former: [try SampleShop.snapshot("Sign").digest])
        try scene.record(AppliedDefinitions(models: models))
      }
    ),
  ]

  private static let writers: [(String, @Sendable (Scene, Workspace) throws -> Void)] = [
    (
      "set",
      { scene, workspace in
        _ = try workspace.edit("set", model: SampleShop.shop) {
          try $0.set([EditItem(Binding(parsing: "name"), .json(JSONDocument(parsing: #""new""#).root))])
        }
      }
    ),
    ("encrypt", { try _ = ModelConversion($1).encrypt(.all) }),
    ("decrypt", { try _ = ModelConversion($1).decrypt(.all) }),
    ("rekey", { try _ = ModelConversion($1).rekey() }),
    (
      "model create",
      { try _ = ModelCreation($1).create(.init(name: .named("new"))) }
    ),
    ("model delete", { try _ = ModelDeletion($1).delete(SampleShop.shop) }),
    (
      "import",
      { scene, workspace in
        try Files.write(#"{"id":"X"}"#, to: scene.folder + "/other.json")
        _ = try ModelImport(workspace).run(
          .path(FilePath(text: scene.folder + "/other.json")), .init(), unlock: scene.unlock())
      }
    ),
    (
      "settings set",
      { try _ = SettingsEdit($1).set("darkMode", to: "on") }
    ),
    ("check --fix", { try _ = WorkspaceCheck($1).fix() }),
    (
      "partial inline",
      { scene, workspace in
        _ = try Partials(workspace).inline(
          Binding(parsing: "groups[0]"), model: SampleShop.shop)
      }
    ),
  ]

  @Test(arguments: 0..<3, 0..<10)
  func newerDataIsNotChanged(_ way: Int, _ writer: Int) throws {
    let scene = try SampleShop.recordedScene()
    try Self.ways[way].1(scene)
    let before = try scene.snapshot()
    let error = try #require(failure { try Self.writers[writer].1(scene, scene.workspace()) })
    #expect(error.kind == .configuration)
    #expect(error.message.contains(Self.ways[way].0), "\(Self.writers[writer].0): \(error)")
    #expect(error.remedy != nil || way == 0)
    #expect(try scene.snapshot() == before)
    #expect(Files.namesIfPresent(in: scene.backups) == [])
  }

  @Test(arguments: 0..<3)
  func newerDataCanBeReadBackedUpAndRestored(_ way: Int) throws {
    let scene = try SampleShop.recordedScene()
    let backup = try scene.backUp("old", .directory)
    try Self.ways[way].1(scene)
    let workspace = try scene.workspace()
    _ = try WorkspaceStatus(of: workspace)
    #expect(
      try WorkspaceCheck(workspace).run().findings.allSatisfy {
        !$0.file.text.contains("applied")
      })
    try scene.backUp("new", .directory)
    _ = try ModelExport(workspace).export([], to: nil, forDevice: false)
    _ = try RecipientChange(workspace).remove(scene.identities.map(\.recipient))
    _ = try BackupRestoration(workspace).restore(
      .file(FilePath(text: backup)), .init(), unlock: scene.unlock())
    #expect(try scene.applied.models == SampleShop.recordedModels())
    try scene.define(SampleShop.classes)
    try workspace.requireDataNotNewer()
  }

  @Test func dataAreNewerOnlyWhileTheDefinitionsAreOld() throws {
    let scene = try SampleShop.recordedScene()
    try Self.ways[2].1(scene)
    let workspace = try scene.workspace()
    #expect(kind { try workspace.requireDataNotNewer() } == .configuration)
    for source in [
      SampleShop.newClasses, SampleShop.classes.replacing("title", with: "other"), "class Broken: Model { var",
    ] {
      try scene.define(source)
      try workspace.requireDataNotNewer()
    }
    try Self.ways[1].1(scene)
    #expect(kind { try workspace.requireDataNotNewer() } == .configuration)
    try scene.define(SampleShop.classes)
    try workspace.requireDataNotNewer()
    try scene.define(SampleShop.newClasses)
    try scene.addMigrations("0002-renamed")
    try workspace.requireDataNotNewer()
  }

  @Test func restoredDefinitionsMakeDataCurrent() throws {
    let scene = try SampleShop.recordedScene()
    var models = try SampleShop.recordedModels()
    models[SampleShop.sign]?.former = [try SampleShop.snapshot("Sign").digest]
    try scene.record(AppliedDefinitions(models: models))
    try scene.workspace().requireDataNotNewer()
  }

  @Test func migratingForwardAndBackMakesDataCurrent() throws {
    let scene = try SampleShop.recordedScene()
    func apply() throws {
      _ = try Migration(scene.workspace(), answers: MigrationAnswers())
        .apply()
      try scene.workspace().requireDataNotNewer()
      #expect(try MigrationStatus(of: scene.workspace()).isInAgreement)
    }
    try scene.define(SampleShop.newClasses)
    try apply()
    for (source, name) in [
      (SampleShop.classes, "back"), (SampleShop.newClasses, "forth"), (SampleShop.classes, "again"),
    ] {
      try scene.define(source)
      if name == "back" {
        let error = try #require(failure { try scene.workspace().requireDataNotNewer() })
        #expect("\(error.remedy.debugDescription)".contains("okit migrate new NAME"))
      }
      _ = try MigrationCreation(scene.workspace()).create(name, answers: MigrationAnswers())
      try apply()
    }
    #expect(try scene.applied.models[SampleShop.sign]?.migration == 3)
  }

  @Test func aDamagedRecordLeavesDataUnchanged() throws {
    let scene = try SampleShop.recordedScene()
    try Files.write("{", to: scene.appliedPath)
    let error = failure { try scene.workspace().requireDataNotNewer() }
    #expect(error?.kind == .configuration)
    #expect(error?.place?.path == scene.appliedPath)
  }
}
