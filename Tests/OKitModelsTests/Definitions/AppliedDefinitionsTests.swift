import Ciphers
import Definitions
import Foundation
import JSONDocument
import TestSupport
import Testing
import WorkspaceTestSupport

@testable import OKitModels
@testable import OKitStorage

@Suite struct AppliedDefinitionsTests {
  private let digest = SampleShop.recordedMigration("0001-a").checksum

  private func parse(_ text: String) throws -> AppliedDefinitions {
    try AppliedDefinitions(parsing: JSONBytes(Array(text.utf8)), path: "applied.json")
  }

  @Test func theTextIsReadable() throws {
    let applied = AppliedDefinitions(
      models: [SampleShop.sign: .init(snapshot: try SampleShop.snapshot("Sign"), migration: 1, former: [digest])],
      migrations: [SampleShop.recordedMigration("0001-titles")],
      storedModels: [SampleShop.sign, .named("Other \"one\"")])
    #expect(
      String(decoding: applied.text, as: UTF8.self) == """
        {
          "version": 1,
          "migrations": [
            {
              "name": "0001-titles",
              "checksum": "a5dd3ce7993c63ad01d8a9a45922bc5f17d2c41c5f21a10671ec8c05c5ffc4aa"
            }
          ],
          "stored": [
            "Other \\"one\\"",
            "plain"
          ],
          "models": {
            "plain": {
              "migration": 1,
              "former": [
                "a5dd3ce7993c63ad01d8a9a45922bc5f17d2c41c5f21a10671ec8c05c5ffc4aa"
              ],
              "class": "Sign",
              "classes": {
                "Sign": {
                  "superclass": "Model",
                  "role": "plain-model",
                  "properties": {
                    "id": {
                      "type": "String!"
                    },
                    "title": {
                      "type": "String",
                      "default": ""
                    }
                  }
                }
              }
            }
          }
        }

        """)
  }

  @Test func aRecordIsReadAsWritten() throws {
    var models = try SampleShop.recordedModels(migration: 7)
    models[SampleShop.shop]?.former = [digest, try SampleShop.snapshot("Sign").digest]
    let applied = AppliedDefinitions(
      models: models,
      migrations: [SampleShop.recordedMigration("0001-a"), SampleShop.recordedMigration("0007-b", allowing: "x")],
      storedModels: [SampleShop.shop, .named("other")])
    let read = try parse(String(decoding: applied.text, as: UTF8.self))
    #expect(read.models == applied.models)
    #expect(read.migrations == applied.migrations)
    #expect(read.storedModels == applied.storedModels)
    #expect(read.modelsWithFile == [SampleShop.shop, SampleShop.sign, .named("other")])
    #expect(read.newerVersion == nil && read.file == nil)
  }

  @Test func anAbsentRecordIsEmpty() throws {
    let scene = try SampleShop.scene(.plain)
    try Files.remove(scene.appliedPath)
    let applied = try scene.applied
    #expect(applied.file == nil && applied.isEmpty)
  }

  @Test(arguments: [
    ("", "1:1"), ("[]", "1:1"), ("{}", "1:1"), (#"{"version":0}"#, "1:12"), (#"{"version":"1"}"#, "1:12"),
    ("{\"version\":1,\n \"migrations\":{}}", "2:15"), (#"{"version":1,"migrations":[1]}"#, "1:28"),
    (#"{"version":1,"migrations":[{"name":"1-a"}]}"#, "1:36"),
    (#"{"version":1,"migrations":[{"name":"0001-a"}]}"#, "1:28"),
    (#"{"version":1,"migrations":[{"name":"0001-../a","checksum":"00"}]}"#, "1:36"),
    (#"{"version":1,"migrations":[{"name":"0001-a","checksum":"00"}]}"#, "1:56"),
    (#"{"version":1,"stored":{}}"#, "1:23"), (#"{"version":1,"stored":["a",1]}"#, "1:28"),
    (#"{"version":1,"stored":["a","../b"]}"#, "1:28"), (#"{"version":1,"models":[]}"#, "1:23"),
    (#"{"version":1,"models":{"_data":{}}}"#, "1:32"),
    (#"{"version":1,"models":{"a":1}}"#, "1:28"), ("{\"version\":1,\"models\":{\n\"a\":{\"class\":1}}}", "2:14"),
    (#"{"version":1,"models":{"a":{"class":"Model","classes":{}}}}"#, "1:28"),
    (#"{"version":1,"models":{"a":{"class":"Model","classes":{},"migration":-1}}}"#, "1:70"),
    (#"{"version":1,"models":{"a":{"class":"Model","classes":{},"migration":1.5}}}"#, "1:70"),
    (#"{"version":1,"models":{"a":{"class":"Model","classes":{},"migration":1,"former":["0"]}}}"#, "1:82"),
  ])
  func aDamagedRecordIsRefusedWithItsPosition(_ text: String, _ place: String) throws {
    let scene = try SampleShop.scene(.plain)
    try Files.write(text, to: scene.appliedPath)
    let error = try #require(failure { _ = try scene.applied })
    #expect(error.kind == .configuration)
    #expect(error.place?.path == scene.appliedPath)
    #expect(error.place.map { "\($0.line):\($0.column)" } == place)
  }

  @Test func recordedModelsWithControlCharactersAreRead() throws {
    let scene = try SampleShop.scene(.plain)
    let model = #"{"class":"Model","classes":{},"migration":0}"#
    try Files.write(#"{"version":1,"stored":["a\nb","c"],"models":{"a\tb":\#(model)}}"#, to: scene.appliedPath)
    let applied = try scene.applied
    #expect(applied.storedModels == [.named("a\nb"), .named("c")])
    #expect(Array(applied.models.keys) == [.named("a\tb")])
  }

  @Test func aNewerRecordIsRefusedUnlessTolerated() throws {
    let scene = try SampleShop.scene(.plain)
    try Files.write(#"{"version":2,"models":"unknown"}"#, to: scene.appliedPath)
    let error = try #require(failure { _ = try AppliedDefinitions(of: scene.workspace()) })
    #expect(error.kind == .configuration)
    #expect(error.message == "\(scene.appliedPath): version 2 was made by a newer okit")
    let tolerated = try scene.applied
    #expect(tolerated.newerVersion == 2 && tolerated.file != nil && tolerated.isEmpty)
  }

  @Test func deepNestingIsSurvived() throws {
    let scene = try SampleShop.scene(.plain)
    for (open, close) in [("[", "]"), (#"{"models":"#, "}"), (#"{"a":"#, "}")] {
      let depth = 9_000
      let nested = String(repeating: open, count: depth) + "1" + String(repeating: close, count: depth)
      for member in ["models", "migrations", "stored", "any"] {
        try Files.write(#"{"version":1,"\#(member)":\#(nested)}"#, to: scene.appliedPath)
        #expect(failure { _ = try scene.applied }?.kind == (member == "any" ? nil : .configuration))
      }
    }
    try Files.write(Data(count: AppliedDefinitions.maximumSize + 1), to: scene.appliedPath)
    #expect(failure { _ = try scene.applied }?.message == "\(scene.appliedPath) is too large")
  }

  private func change(_ scene: Scene, _ body: (inout AppliedDefinitions) throws -> Void) throws -> Int {
    let calls = FaultyCalls()
    let workspace = try scene.workspace(calls: calls)
    try workspace.storage.writing {
      var applied = try AppliedDefinitions(of: workspace)
      try body(&applied)
      try workspace.changing("test") { applied.stage(in: $0, of: workspace) }
    }
    return calls.calls.count
  }

  @Test func anEqualRecordIsNotWritten() throws {
    let scene = try SampleShop.recordedScene()
    // White space that somebody has added is kept as well.
    let spacious = try Files.text(scene.appliedPath).replacing("\n", with: "\n\n")
    try Files.write(spacious, to: scene.appliedPath)
    #expect(try change(scene) { $0.models = $0.models } == 0)
    #expect(try Files.text(scene.appliedPath) == spacious)
    #expect(try change(scene) { $0.models[SampleShop.shop]?.migration = 3 } > 0)
    #expect(try scene.applied.models[SampleShop.shop]?.migration == 3)
    #expect(try change(scene) { $0.models = [:] } > 0)
    #expect(try change(scene) { $0.models = [:] } == 0)
    for name in ["shop.json", "plain.json"] { try Files.remove(scene.data + "/" + name) }
    #expect(try change(scene) { $0.storedModels = [] } > 0)
    #expect(!Files.exists(scene.appliedPath))
    #expect(try change(scene) { $0.models = [:] } == 0)
    try Files.remove(scene.root + "/okit/model")
    #expect(try change(scene) { $0.migrations = [SampleShop.recordedMigration("0001-a")] } > 0)
    #expect(try scene.applied.migrations == [SampleShop.recordedMigration("0001-a")])
  }

  @Test func aConcurrentChangeIsKept() throws {
    let scene = try SampleShop.recordedScene()
    let error = failure {
      _ = try change(scene) {
        $0.models[SampleShop.shop] = nil
        try Files.write("other", to: scene.appliedPath)
      }
    }
    #expect(error?.kind == .busy)
    #expect(try Files.text(scene.appliedPath) == "other")
  }

  @Test func modelsOfABackupBringTheirMigrations() throws {
    var applied = AppliedDefinitions(
      models: try SampleShop.recordedModels(), migrations: [SampleShop.recordedMigration("0002-b", allowing: "own")])
    var other = AppliedDefinitions(
      models: try SampleShop.recordedModels(SampleShop.newClasses, migration: 3),
      migrations: [
        SampleShop.recordedMigration("0001-a"), SampleShop.recordedMigration("0002-b", allowing: "other"),
        SampleShop.recordedMigration("0003-c"),
        SampleShop.recordedMigration("0004-d"),
      ])
    other.models[SampleShop.shop] = nil
    applied.take([SampleShop.sign, SampleShop.shop], from: other)
    #expect(applied.models == other.models)
    #expect(
      applied.migrations == [
        SampleShop.recordedMigration("0001-a"), SampleShop.recordedMigration("0002-b", allowing: "own"),
        SampleShop.recordedMigration("0003-c"),
      ])
  }

  @Test(
    arguments: [
      ("0001-a", 1), ("0000-a", 0), ("12345-é b", 12345), ("001-a", nil), ("0001", nil), ("0001-", nil),
      ("0001a-b", nil), ("-0001-a", nil), ("٠٠٠١-a", nil), ("99999999999999999999-a", nil), ("", nil),
    ] as [(String, Int?)])
  func migrationsAreKnownByNumber(_ name: String, _ number: Int?) {
    #expect(MigrationNumber.number(of: name) == number)
  }

  @Test func theHighestNumberOfTheFilesIsKnown() throws {
    let scene = try Scene()
    #expect(try MigrationNumber.highest(in: FilePath(text: scene.root)) == 0)
    try scene.addMigrations("0001-a", "0012-b", "notes", "0013")
    try Files.write("", to: scene.root + "/okit/migrations/0099-run")
    try Files.write("", to: scene.root + "/okit/migrations/0098-x.json/inner")
    #expect(try MigrationNumber.highest(in: FilePath(text: scene.root)) == 12)
  }
}
