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
      try Files.write(Recorded.text(allowing: name == edited ? "more" : ""), to: "\(folder)/\(name).json")
    }
    return try MigrationStatus(of: scene.workspace())
  }

  private static func states(_ scene: Scene, _ migrations: String...) throws -> [String: MigrationStatus.State] {
    _ = try status(scene, migrations)
    return try scene.migrationStates
  }

  @Test func eachModelHasItsStatus() throws {
    let scene = try Recorded.scene()
    let status = try Self.status(scene)
    #expect(
      status.models == [
        .init(name: Recorded.plain, className: "Sign", state: .agrees, migration: 0),
        .init(name: Corner.shop, className: "Shop", state: .agrees, migration: 0),
      ])
    #expect(status.isInAgreement)
    try scene.define(Recorded.newSource)
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
    let scene = try Recorded.scene(form)
    for path in [scene.identityPath, scene.keyPath] { try Files.remove(path) }
    try Files.write("damaged", to: scene.data + "/plain.json")
    #expect(try scene.migrationStates == ["plain": .agrees, "shop": .agrees])
  }

  @Test func pendingMigrationsAreListed() throws {
    let scene = try Recorded.scene()
    var models = try Recorded.both(migration: 2)
    models[Recorded.plain]?.migration = 1
    let applied = [Recorded.migration("0001-a"), Recorded.migration("0002-b")]
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

  @Test func newerDataHaveNoPendingChanges() throws {
    let scene = try Recorded.scene()
    var models = try Recorded.both()
    models[Recorded.plain] = .init(
      snapshot: try Recorded.snapshot("Sign", in: Recorded.newSource), migration: 0,
      former: [try Recorded.snapshot("Sign").digest])
    try scene.record(AppliedDefinitions(models: models))
    #expect(try scene.migrationStates == ["plain": .newer, "shop": .agrees])
    models = try Recorded.both()
    models[Corner.shop]?.migration = 2
    models[Corner.shop]?.snapshot = try Recorded.snapshot("Sign")
    let applied = [Recorded.migration("0001-a"), Recorded.migration("0002-b")]
    try scene.record(AppliedDefinitions(models: models, migrations: applied))
    #expect(try Self.states(scene, "0001-a") == ["plain": .pending, "shop": .newer])
    try Files.write(#"{"version":9}"#, to: scene.appliedPath)
    #expect(try scene.migrationStates == ["plain": .newer, "shop": .newer])
    #expect(try !Self.status(scene).isInAgreement)
  }

  @Test func modelsWithoutDataHaveNoStatus() throws {
    let scene = try Recorded.scene()
    try Files.remove(scene.data + "/plain.json")
    try scene.define(Recorded.newSource)
    #expect(try scene.migrationStates == ["plain": .agrees, "shop": .agrees])
    #expect(try Self.status(scene, ["0001-a"]).pending == ["0001-a"])
  }

  @Test func unreadableDefinitionsGiveNoStatus() throws {
    let scene = try Recorded.scene()
    try scene.define(
      #"class Shop: Model { var (a, b) = 1 }; func start() { Model.register(Shop.self, name: "shop") }"#)
    #expect(kind { _ = try Self.status(scene) } == .configuration)
    try scene.define(Recorded.source)
    try Files.write("{", to: scene.appliedPath)
    #expect(kind { _ = try Self.status(scene) } == .configuration)
  }
}
