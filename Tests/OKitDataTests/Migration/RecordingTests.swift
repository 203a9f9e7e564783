import Definitions
import Foundation
import TestSupport
import Testing
import WorkspaceTestSupport

@testable import OKitBackups
@testable import OKitData
@testable import OKitMigrations
@testable import OKitModels
@testable import OKitStorage

@Suite struct RecordingTests {
  // MARK: - init

  @Test func initRecordsDataAndDefinitions() throws {
    let scene = try Scene()
    try SampleShop.write(to: scene.data)
    try scene.define(SampleShop.classes)
    try scene.addMigrations("0001-a", "0004-b")
    try WorkspaceCreation(FilePath(text: scene.root), calls: FaultyCalls()).create(.empty)
    #expect(try scene.applied.models == SampleShop.recordedModels(migration: 4))
    #expect(try scene.applied.migrations == [])
  }

  @Test func initRecordsDefinitionsElsewhere() throws {
    let scene = try Scene()
    try SampleShop.write(to: scene.folder + "/source/data")
    try Files.write(
      SampleShop.classes + "func more() { Model.register(Sign.self, name: \"none\") }\n",
      to: scene.root + "/App/A.swift")
    try WorkspaceCreation(FilePath(text: scene.root), calls: FaultyCalls()).create(
      .dataFolder(FilePath(text: scene.folder + "/source")), definitions: ["App/*.swift"])
    #expect(try scene.applied.models == SampleShop.recordedModels())
  }

  @Test func initRecordsNothingWithoutDataOrDefinitions() throws {
    for (hasData, source) in [(false, SampleShop.classes), (true, nil), (true, "class Shop: Model { var (a, b) = 1 }")]
    {
      let scene = try Scene()
      if hasData { try SampleShop.write(to: scene.data) }
      if let source { try scene.define(source) }
      try WorkspaceCreation(FilePath(text: scene.root), calls: FaultyCalls()).create(.empty)
      #expect(try scene.applied.models == [:])
      #expect(try scene.applied.storedModels == (hasData ? [SampleShop.shop, SampleShop.sign] : []))
      #expect(Files.exists(scene.appliedPath) == hasData)
    }
  }

  @Test func initKeepsAnExistingRecord() throws {
    let scene = try Scene()
    try SampleShop.write(to: scene.data)
    try scene.define(SampleShop.newClasses)
    try scene.record(AppliedDefinitions(models: SampleShop.recordedModels()))
    try WorkspaceCreation(FilePath(text: scene.root), calls: FaultyCalls()).create(.empty)
    #expect(try scene.applied.models == SampleShop.recordedModels())
  }

  @Test(arguments: [true, false])
  func initFromABackupTakesItsRecord(_ isRecorded: Bool) throws {
    let scene = try SampleShop.recordedScene()
    if isRecorded {
      try Files.write(Files.text(scene.appliedPath) + "\n\n", to: scene.appliedPath)
    } else {
      try Files.remove(scene.appliedPath)
    }
    let backup = try scene.backUp("b", .archive, password: "password")
    let other = try Scene()
    let unlock = scene.unlock()
    try WorkspaceCreation(FilePath(text: other.root), calls: FaultyCalls()).create(
      .backup(.init(.file(FilePath(text: backup))) { _ in unlock }))
    #expect(try other.applied.models == scene.applied.models)
    #expect(try other.applied.storedModels == [SampleShop.shop, SampleShop.sign])
    if isRecorded { #expect(try Files.read(other.appliedPath) == Files.read(scene.appliedPath)) }
  }

  @Test func initRecordsNoDataThatDoNotFit() throws {
    let scene = try Scene()
    try SampleShop.write(to: scene.data)
    try scene.define(SampleShop.classes.replacing("title", with: "heading"))
    let observer = RecordingObserver()
    try WorkspaceCreation(FilePath(text: scene.root), observer: observer, calls: FaultyCalls()).create(.empty)
    #expect(try scene.applied.models == SampleShop.recordedModels().filter { $0.key == SampleShop.shop })
    #expect(observer.warnings.count == 1)
    #expect(observer.warnings.first?.hasPrefix("the data of model plain does not match the definitions") == true)
    #expect(try scene.migrationStates == ["plain": .unrecorded, "shop": .agrees])
  }

  @Test(arguments: ["name", "title"])
  func initRecordsPartialsThatFit(_ property: String) throws {
    let scene = try Scene()
    try SampleShop.write(to: scene.data)
    let source = """
      class Shop: Model, Codable { var id: String!; var groups: [GroupPartial] = [] }
      class GroupPartial: ModelPartial, Codable { var id: String!; var group: Group { retrieve(Group.self) } }
      class Group: ModelEntity, Codable { var id: String!; var \(property): String }
      func start() { Model.register(Shop.self, name: "shop") }
      """
    try scene.define(source)
    try WorkspaceCreation(FilePath(text: scene.root), calls: FaultyCalls()).create(.empty)
    let entry = AppliedDefinitions.Model(snapshot: try SampleShop.snapshot("Shop", in: source), migration: 0)
    #expect(try scene.applied.models == (property == "name" ? [SampleShop.shop: entry] : [:]))
  }

  @Test func initRecordsEncryptedModelsUnread() throws {
    let source = try SampleShop.scene(.age)
    let scene = try Scene()
    let text = SampleShop.classes.replacing("var name", with: "var other")
    try Files.write(text, to: scene.root + "/App/A.swift")
    try WorkspaceCreation(FilePath(text: scene.root), calls: FaultyCalls()).create(
      .dataFolder(FilePath(text: source.data)), definitions: ["App/*.swift"])
    #expect(try scene.applied.models == SampleShop.recordedModels(text))
  }

  @Test func initIgnoresADamagedRecordOfABackup() throws {
    let scene = try SampleShop.recordedScene()
    try Files.write("damaged", to: scene.appliedPath)
    let backup = try scene.backUp("b", .archive, password: "password")
    let (other, unlock, observer) = (try Scene(), scene.unlock(), RecordingObserver())
    try WorkspaceCreation(FilePath(text: other.root), observer: observer, calls: FaultyCalls()).create(
      .backup(.init(.file(FilePath(text: backup))) { _ in unlock }))
    #expect(try other.applied.models == [:])
    #expect(try other.applied.storedModels == [SampleShop.shop, SampleShop.sign])
    #expect(observer.warnings.contains { $0.contains("model/applied.json:1:1: ") })
  }

  // MARK: - Models made and deleted

  private func create(_ scene: Scene, _ name: String, className: String? = nil) throws {
    _ = try ModelCreation(scene.workspace()).create(
      .init(
        name: .named(name), properties: className == nil ? [NewProperty(parsing: "books:[Leaflet]")] : [],
        className: className))
  }

  @Test func modelCreateRecordsTheModel() throws {
    let scene = try SampleShop.scene(.plain)
    try scene.addMigrations("0002-a")
    try create(scene, "catalogue")
    let definitions = try scene.workspace().definitions().definitions
    let entry = AppliedDefinitions.Model(snapshot: ModelSnapshot(of: "Catalogue", in: definitions), migration: 2)
    #expect(try scene.applied.models == [.named("catalogue"): entry])
    #expect(entry.snapshot.definitions.classes["Leaflet"] != nil)
    #expect(try scene.migrationStates["catalogue"] == .agrees)
  }

  @Test func modelCreateRecordsOnlyModelsWithAFile() throws {
    let scene = try SampleShop.recordedScene()
    try scene.define(SampleShop.classes + "class Passing: ModelTransient, Codable { var id: String! }")
    try create(scene, "passing", className: "Passing")
    #expect(try scene.applied.models == SampleShop.recordedModels())
    try create(scene, "second", className: "Sign")
    var models = try SampleShop.recordedModels()
    models[.named("second")] = models[SampleShop.sign]
    #expect(try scene.applied.models == models)
  }

  @Test func modelDeleteRemovesTheRecord() throws {
    let scene = try SampleShop.recordedScene()
    let deletion = try ModelDeletion(scene.workspace())
    let kept = try #require(try deletion.delete(SampleShop.shop).safetyBackup)
    #expect(try scene.applied.models == SampleShop.recordedModels().filter { $0.key == SampleShop.sign })
    #expect(Files.exists(scene.backups + "/\(kept)/model/applied.json"))
    _ = try deletion.delete(SampleShop.sign)
    #expect(!Files.exists(scene.appliedPath))
  }

  // MARK: - Import

  private func importing(
    _ source: String, into scene: Scene, _ existingModels: ModelImport.ExistingModels = .refuse,
    observer: RecordingObserver = .init()
  ) throws {
    _ = try ModelImport(scene.workspace(observer: observer)).run(
      .path(FilePath(text: source)), .init(existingModels: existingModels), unlock: scene.unlock())
  }

  /// A backup of data after the same two migrations that `scene` has.
  private func backup(for scene: Scene) throws -> String {
    let other = try SampleShop.recordedScene()
    try other.define(SampleShop.newClasses)
    var applied = AppliedDefinitions(
      models: try SampleShop.recordedModels(SampleShop.newClasses, migration: 2),
      migrations: [SampleShop.recordedMigration("0001-a"), SampleShop.recordedMigration("0002-b")])
    applied.models[SampleShop.shop] = nil
    try other.record(applied)
    try scene.addMigrations("0001-a", "0002-b", "0003-c")
    let backup = scene.folder + "/b.tar.zst.age"
    try Files.copy(other.backUp("b", .archive, password: "password"), to: backup)
    return backup
  }

  @Test func importOfABackupTakesItsRecord() throws {
    let scene = try SampleShop.recordedScene()
    try importing(backup(for: scene), into: scene, .replace)
    #expect(
      try scene.applied.models == [
        SampleShop.sign: .init(snapshot: SampleShop.snapshot("Sign", in: SampleShop.newClasses), migration: 2),
        SampleShop.shop: .init(snapshot: SampleShop.snapshot("Shop"), migration: 3),
      ])
    #expect(
      try scene.applied.migrations == [SampleShop.recordedMigration("0001-a"), SampleShop.recordedMigration("0002-b")])
  }

  @Test func importKeepsTheRecordOfOtherModels() throws {
    let scene = try SampleShop.recordedScene()
    try importing(backup(for: scene), into: scene, .keep)
    #expect(try scene.applied.models == SampleShop.recordedModels())
    #expect(try scene.applied.migrations == [])
  }

  @Test func importOfDataRecordsDefinedModels() throws {
    let scene = try SampleShop.recordedScene()
    try scene.define(SampleShop.newClasses)
    try scene.addMigrations("0005-a")
    try Files.write(#"{"id":"X","title":""}"#, to: scene.folder + "/plain.json")
    try importing(scene.folder + "/plain.json", into: scene, .replace)
    var models = try SampleShop.recordedModels()
    models[SampleShop.sign] = .init(snapshot: try SampleShop.snapshot("Sign", in: SampleShop.newClasses), migration: 5)
    #expect(try scene.applied.models == models)
    try Files.write(#"{"id":"Y"}"#, to: scene.folder + "/unknown/data/other.json")
    try importing(scene.folder + "/unknown", into: scene)
    #expect(try scene.applied.models == models)
  }

  @Test(arguments: [StoredForm.plain, .age])
  func importRecordsNoDefinitionsThatTheDataDoesNotMatch(_ form: StoredForm) throws {
    let scene = try SampleShop.recordedScene(form)
    try scene.define(SampleShop.classes.replacing("var name", with: "var other").replacing("title", with: "heading"))
    let observer = RecordingObserver()
    for (name, text) in [("plain", #"{"id":"X","title":""}"#), ("shop", #"{"id":"Y","name":"","groups":[]}"#)] {
      try Files.write(text, to: scene.folder + "/old/data/\(name).json")
    }
    try importing(scene.folder + "/old", into: scene, .replace, observer: observer)
    #expect(try scene.applied.models == [:])
    #expect(observer.warnings.filter { $0.contains("does not match the definitions") }.count == 2)
    #expect(try scene.migrationStates == ["plain": .unrecorded, "shop": .unrecorded])
  }

  @Test func importWithUnreadableDefinitionsRemovesTheRecord() throws {
    let scene = try SampleShop.recordedScene()
    try scene.define("class Shop: Model { var (a, b) = 1 }")
    try Files.write(#"{"id":"X","title":""}"#, to: scene.folder + "/plain.json")
    try importing(scene.folder + "/plain.json", into: scene, .replace)
    #expect(try scene.applied.models.keys.sorted() == [SampleShop.shop])
  }

  @Test func importReplacesADamagedRecord() throws {
    let other = try SampleShop.recordedScene()
    try Files.write("damaged", to: other.appliedPath)
    let backup = try other.backUp("b", .directory)
    let scene = try SampleShop.recordedScene()
    let observer = RecordingObserver()
    try importing(backup, into: scene, .replace, observer: observer)
    #expect(observer.warnings.count == 1)
    #expect(observer.warnings.first?.contains("b: model/applied.json:1:1: ") == true)
    #expect(try scene.applied.models == SampleShop.recordedModels())
  }

  @Test func importOfNewerDataIsRefused() throws {
    let other = try SampleShop.recordedScene()
    let scene = try SampleShop.recordedScene()
    try scene.define(SampleShop.newClasses)
    let before = try scene.snapshot()
    try Files.write(#"{"version":2}"#, to: other.appliedPath)
    try other.record(
      AppliedDefinitions(
        models: SampleShop.recordedModels(migration: 1), migrations: [SampleShop.recordedMigration("0001-a")]))
    let first = try other.backUp("a", .directory)
    try Files.write(#"{"version":2}"#, to: other.appliedPath)
    for backup in [first, try other.backUp("b", .directory)] {
      #expect(kind { try importing(backup, into: scene, .replace) } == .configuration)
      #expect(try scene.snapshot() == before)
      #expect(Files.namesIfPresent(in: scene.backups) == [])
    }
  }
}
