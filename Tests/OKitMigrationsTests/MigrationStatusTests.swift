import Foundation
import TestSupport
import Testing
import WorkspaceTestSupport

@testable import OKitMigrations
@testable import OKitModels
@testable import OKitStorage

@Suite struct MigrationStatusTests {
  private static func status(
    _ scene: Scene, _ migrations: [String] = [], edited: String? = nil
  ) throws -> MigrationStatus {
    let folder = scene.root + "/okit/migrations"
    try? Files.remove(folder)
    for name in migrations {
      try Files.write(SampleShop.emptyMigration(allowing: name == edited ? "more" : ""), to: "\(folder)/\(name).json")
    }
    return try MigrationStatus(of: scene.workspace())
  }

  private static func states(_ scene: Scene, _ migrations: String...) throws -> [String: MigrationStatus.State] {
    _ = try status(scene, migrations)
    return try scene.migrationStates
  }

  @Test func eachModelHasItsStatus() throws {
    let scene = try SampleShop.recordedScene()
    let status = try Self.status(scene)
    #expect(
      status.models == [
        .init(name: SampleShop.sign, className: "Sign", state: .agrees, migration: 0),
        .init(name: SampleShop.shop, className: "Shop", state: .agrees, migration: 0),
      ])
    #expect(status.isInAgreement)
    try scene.define(SampleShop.newClasses)
    #expect(try scene.migrationStates == ["plain": .pending, "shop": .agrees])
    #expect(try !Self.status(scene).isInAgreement)
    try Files.remove(scene.appliedPath)
    #expect(try scene.migrationStates == ["plain": .unrecorded, "shop": .unrecorded])
    #expect(try !Self.status(scene).isInAgreement)
    try scene.define("")
    #expect(try scene.migrationStates == ["plain": .undefined, "shop": .undefined])
    #expect(try Self.status(scene).isInAgreement)
  }

  @Test(arguments: [StoredForm.age, .okitCBC])
  func theStatusNeedsNoKey(_ form: StoredForm) throws {
    let scene = try SampleShop.recordedScene(form)
    for path in [scene.identityPath, scene.keyPath] { try Files.remove(path) }
    try Files.write("damaged", to: scene.data + "/plain.json")
    #expect(try scene.migrationStates == ["plain": .agrees, "shop": .agrees])
  }

  @Test func pendingMigrationsAreListed() throws {
    let scene = try SampleShop.recordedScene()
    var models = try SampleShop.recordedModels(migration: 2)
    models[SampleShop.sign]?.migration = 1
    let applied = [SampleShop.recordedMigration("0001-a"), SampleShop.recordedMigration("0002-b")]
    try scene.record(AppliedDefinitions(models: models, migrations: applied))
    #expect(try Self.states(scene, "0001-a", "0002-b") == ["plain": .pending, "shop": .agrees])
    #expect(try Self.status(scene, ["0002-b", "0001-a"]).pending == ["0002-b"])
    let status = try Self.status(scene, ["0003-c", "0001-a"], edited: "0001-a")
    #expect(status.pending == ["0003-c"])
    #expect(status.edited == ["0001-a"])
    #expect(status.missing == ["0002-b"])
    #expect(status.models.map(\.state) == [.pending, .pending])
    #expect(status.models.map(\.migration) == [1, 2])
  }

  @Test func newerDataHasNoPendingChanges() throws {
    let scene = try SampleShop.recordedScene()
    var models = try SampleShop.recordedModels()
    models[SampleShop.sign] = .init(
      snapshot: try SampleShop.snapshot("Sign", in: SampleShop.newClasses), migration: 0,
      former: [try SampleShop.snapshot("Sign").digest])
    try scene.record(AppliedDefinitions(models: models))
    #expect(try scene.migrationStates == ["plain": .newer, "shop": .agrees])
    models = try SampleShop.recordedModels()
    models[SampleShop.shop]?.migration = 2
    models[SampleShop.shop]?.snapshot = try SampleShop.snapshot("Sign")
    let applied = [SampleShop.recordedMigration("0001-a"), SampleShop.recordedMigration("0002-b")]
    try scene.record(AppliedDefinitions(models: models, migrations: applied))
    #expect(try Self.states(scene, "0001-a") == ["plain": .pending, "shop": .newer])
    try Files.write(#"{"version":9}"#, to: scene.appliedPath)
    #expect(try scene.migrationStates == ["plain": .newer, "shop": .newer])
    #expect(try !Self.status(scene).isInAgreement)
  }

  @Test func modelsWithoutDataHaveNoStatus() throws {
    let scene = try SampleShop.recordedScene()
    try Files.remove(scene.data + "/plain.json")
    try scene.define(SampleShop.newClasses)
    #expect(try scene.migrationStates == ["plain": .agrees, "shop": .agrees])
    #expect(try Self.status(scene, ["0001-a"]).pending == ["0001-a"])
  }

  @Test func unreadableDefinitionsGiveNoStatus() throws {
    let scene = try SampleShop.recordedScene()
    try scene.define(
      #"class Shop: Model { var (a, b) = 1 }; func start() { Model.register(Shop.self, name: "shop") }"#)
    #expect(kind { _ = try Self.status(scene) } == .configuration)
    try scene.define(SampleShop.classes)
    try Files.write("{", to: scene.appliedPath)
    #expect(kind { _ = try Self.status(scene) } == .configuration)
  }
}
