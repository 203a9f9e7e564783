import TestSupport
import Testing
import WorkspaceTestSupport

@testable import OKitBackups
@testable import OKitData
@testable import OKitMigrations
@testable import OKitModels
@testable import OKitStorage

@Suite struct MigratedKindTests {
  private static let plain = SampleShop.bookClasses().replacing(SampleShop.kind, with: "Model")
  private static let encrypted = SampleShop.bookClasses().replacing(SampleShop.kind, with: "ModelEncrypted")

  private func forms(_ scene: Scene) throws -> [String: StoredForm] { try scene.contents().mapValues(\.form) }

  private func apply(_ scene: Scene, _ calls: FaultyCalls = FaultyCalls()) throws -> [String] {
    let migration = Migration(try scene.workspace(calls: calls))
    return try migration.apply().plan.models.flatMap(\.changes).lines
  }

  @Test(arguments: [StoredForm.age, .okitCBC])
  func plainModelsBecomeEncryptedAndRollBack(_ form: StoredForm) throws {
    let scene = try SampleShop.bookScene(.plain, Self.plain, SampleShop.bookFiles())
    if form == .okitCBC {
      let path = scene.root + "/okit/okit.json"
      try Files.write(
        Files.text(path).replacing("{\n", with: "{\n  \"cipher\": \"okit-cbc\",\n", maxReplacements: 1), to: path)
    }
    try scene.define(Self.encrypted)
    let (bytes, stock) = (try scene.bytes(), try scene.contents())
    #expect(try apply(scene) == ["kind-changed shop -> plain -> encrypted: 5"])
    let expected = stock.mapValues { Snapshot.File(form: form, text: $0.text) }
      .merging(["plain.json": stock["plain.json"]!]) { $1 }
    #expect(try scene.contents().differences(from: expected) == [])
    // Only the backup contains the former plain files.
    #expect(Files.spilled(below: scene.root).allSatisfy { $0.hasPrefix("okit/backup/before-migrate-") })
    #expect(try scene.findings() == [])
    #expect(try MigrationStatus(of: scene.workspace()).isInAgreement)
    _ = try scene.rollback().run()
    let back = try scene.bytes()
    // The check value of the key stays in okit.json.
    let changed = Set(back.keys).union(bytes.keys).filter { back[$0] != bytes[$0] }
    #expect(changed.filter { $0 != "okit.json" } == [])
  }

  @Test(arguments: [StoredForm.age, .okitCBC])
  func encryptedModelsBecomePlainAndRollBack(_ form: StoredForm) throws {
    let scene = try SampleShop.bookScene(form, Self.encrypted, SampleShop.bookFiles())
    try scene.define(Self.plain)
    let (bytes, stock) = (try scene.bytes(), try scene.contents())
    #expect(try apply(scene) == ["kind-changed shop -> encrypted -> plain: 5"])
    let expected = stock.mapValues { Snapshot.File(form: .plain, text: $0.text) }
    #expect(try scene.contents().differences(from: expected) == [])
    #expect(try scene.findings() == [])
    _ = try scene.rollback().run()
    #expect(try scene.bytes() == bytes)
  }

  @Test func kindDataAndNameChangeAtOnce() throws {
    let scene = try SampleShop.bookScene(.plain, Self.plain, SampleShop.bookFiles())
    try scene.define(
      Self.encrypted.replacing("var title: String = \"\" }\nclass Sign", with: "var name: String = \"\" }\nclass Sign")
        .replacing(#"name: "shop""#, with: #"name: "store""#).replacing("[GroupPartial]", with: "[Group]"))
    let bytes = try scene.bytes()
    let answers = MigrationAnswers(renames: [
      .init(subject: "Book.title", name: "name"), .init(subject: "shop:", name: "store:"),
    ])
    let outcome = try Migration(scene.workspace(), answers: answers).apply()
    #expect(
      Set(outcome.plan.models.flatMap(\.changes).map(\.kind)) == [.renamed, .modelRenamed, .kindChanged, .inlined])
    #expect(
      try forms(scene) == ["store.json": .age, "_image/LOGO.png": .age, "_data/SOUND.raw": .age, "plain.json": .plain])
    #expect(try scene.contents()["store.json"]?.text.contains("\"name\":\"\(SampleShop.secret) one\"") == true)
    #expect(try scene.findings() == [])
    let configuration = try scene.workspace().requireConfiguration()
    #expect(configuration.models[SampleShop.shop] == nil)
    _ = try scene.rollback().run()
    #expect(try scene.bytes() == bytes)
  }

  @Test func aMissingKeyIsRefused() throws {
    let scene = try SampleShop.bookScene(.age, Self.encrypted, SampleShop.bookFiles())
    try scene.define(Self.plain)
    let bytes = try scene.bytes()
    let migration = Migration(try scene.workspace(keyring: scene.keyring(identity: false)))
    #expect(kind { _ = try migration.apply() } == .locked)
    #expect(try scene.bytes() == bytes && scene.staged == [])
  }
}
