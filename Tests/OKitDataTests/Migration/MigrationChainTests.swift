import Bindings
import Foundation
import JSONDocument
import TestSupport
import Testing
import WorkspaceTestSupport

@testable import OKitBackups
@testable import OKitData
@testable import OKitEditing
@testable import OKitMigrations
@testable import OKitModels
@testable import OKitStorage

@Suite struct MigrationChainTests {
  private static let first = SampleShop.bookClasses(#"var title: String = """#)
  private static let second = SampleShop.bookClasses(#"var name: String = """#)
  private static let third = SampleShop.bookClasses(#"var name: String = ""; var pages: Int = 7"#)

  private func migration(_ scene: Scene, upTo last: Int? = nil) throws -> Migration {
    Migration(try scene.workspace(), upTo: last)
  }

  private func status(_ scene: Scene) throws -> MigrationStatus {
    try MigrationStatus(of: scene.workspace())
  }

  /// A workspace without applied migrations, and with two migration files that contain their definitions.
  private func scene(_ form: StoredForm = .age) throws -> Scene {
    let scene = try SampleShop.bookScene(form, Self.first, SampleShop.bookFiles())
    let creation = MigrationCreation(try scene.workspace())
    try scene.define(SampleShop.resolved(Self.second, form))
    _ = try creation.create(
      "titles", answers: MigrationAnswers(renames: [.init(subject: "Book.title", name: "name")]))
    try scene.define(SampleShop.resolved(Self.third, form))
    #expect(try creation.create("pages", answers: MigrationAnswers()) == "okit/migrations/0002-pages.json")
    return scene
  }

  private func books(_ scene: Scene) throws -> String { try #require(try scene.contents()["shop.json"]).text }

  @Test(arguments: StoredForm.allCases)
  func oneApplyEqualsSeveral(_ form: StoredForm) throws {
    let scene = try scene(form)
    let before = try scene.bytes()
    let other = try scene.copy()
    #expect(try status(scene).pending == ["0001-titles", "0002-pages"])
    #expect(try migration(scene).apply().plan.migrations == ["0001-titles", "0002-pages"])
    #expect(try books(scene).contains(#""name":"two","pages":7"#))

    #expect(try migration(other, upTo: 1).apply().plan.migrations == ["0001-titles"])
    let middle = try other.bytes()
    #expect(try books(other).contains(#""name":"two"}"#))
    #expect(try status(other).pending == ["0002-pages"])
    #expect(try migration(other).apply().plan.migrations == ["0002-pages"])
    #expect(try other.contents().differences(from: scene.contents()) == [])
    #expect(try other.applied.models.mapValues(\.snapshot) == scene.applied.models.mapValues(\.snapshot))

    _ = try other.rollback().run()
    #expect(try other.bytes() == middle)
    _ = try other.rollback().run()
    #expect(try other.bytes() == before)
    _ = try scene.rollback().run(to: 0)
    #expect(try scene.bytes() == before)
  }

  @Test func oneRollbackUndoesSeveralMigrations() throws {
    let scene = try scene()
    let before = try scene.bytes()
    _ = try migration(scene, upTo: 1).apply()
    _ = try migration(scene).apply()
    let outcome = try scene.rollback().run(to: 0)
    #expect(outcome.migrations == ["0001-titles", "0002-pages"] && outcome.to == 0)
    #expect(try scene.bytes() == before)
    #expect(try status(scene).pending == ["0001-titles", "0002-pages"])
    _ = try migration(scene).apply()
    #expect(try books(scene).contains(#""name":"two","pages":7"#))
  }

  @Test func anEditedMigrationBlocksLaterOnesUnlessAccepted() throws {
    let scene = try scene()
    _ = try migration(scene, upTo: 1).apply()
    let path = scene.root + "/okit/migrations/0001-titles.json"
    let text = try Files.text(path)
    try Files.write(text.replacing("\n", with: " \n\n\t"), to: path)
    #expect(try status(scene).edited == [])
    try Files.write(text.replacing("\"to\": \"name\"", with: "\"to\": \"label\""), to: path)
    let before = try scene.bytes()
    #expect(try status(scene).edited == ["0001-titles"] && !status(scene).isInAgreement)
    for body in [
      { _ = try migration(scene).plan() }, { _ = try migration(scene).apply() },
      { _ = try Migration(scene.workspace(dryRun: true)).apply() },
    ] {
      let error = failure(of: body)
      #expect(error?.kind == .configuration)
      #expect(error?.detail == "the migration 0001-titles was edited after it was applied")
    }
    #expect(try scene.bytes() == before)
    let creation = MigrationCreation(try scene.workspace())
    let accepted = MigrationCreation.Acceptance(name: "0001-titles", wasEdited: true)
    #expect(kind { _ = try creation.accept("0002-pages") } == .notFound)
    #expect(kind { _ = try creation.accept("nothing") } == .notFound)
    #expect(try MigrationCreation(scene.workspace(dryRun: true)).accept("titles") == accepted)
    #expect(try status(scene).edited == ["0001-titles"])
    #expect(try creation.accept("titles") == accepted)
    #expect(try status(scene).edited == [])
    #expect(try scene.history.events.last?.action == .accept("0001-titles"))
    _ = try migration(scene).apply()
    #expect(try books(scene).contains(#""name":"two","pages":7"#))
    #expect(try status(scene).isInAgreement)
  }

  @Test func aLateMigrationWithALowerNumberIsRefused() throws {
    let scene = try scene()
    let late = scene.root + "/okit/migrations/0001-titles.json"
    let (text, new) = (try Files.text(late), scene.root + "/okit/migrations/0003-titles.json")
    try Files.remove(late)
    try Files.remove(scene.root + "/okit/migrations/0002-pages.json")
    try scene.define(SampleShop.resolved(Self.first, .age))
    try scene.addMigration("0002-other", [])
    _ = try migration(scene).apply()
    try Files.write(text, to: late)
    try scene.define(SampleShop.resolved(Self.second, .age))
    let error = failure { _ = try migration(scene).apply() }
    #expect(error?.kind == .configuration)
    #expect(error?.detail == "the migration 0001-titles has a lower number than 0002-other, which was already applied")
    #expect(error?.remedy == .words("give it a higher number"))
    #expect(try status(scene).late == ["0001-titles"] && !status(scene).isInAgreement)
    let other = scene.root + "/okit/migrations/0002-other.json"
    let kept = try Files.text(other)
    try Files.remove(other)
    #expect(try status(scene).late == ["0001-titles"])
    try Files.write(kept, to: other)
    try Files.remove(late)
    try Files.write(text, to: new)
    _ = try migration(scene).apply()
    #expect(try books(scene).contains(#""name":"two"}"#))
  }

  @Test func dataNewerThanDefinitionsAreReadButNotMigrated() throws {
    let scene = try scene()
    _ = try migration(scene).apply()
    for source in [Self.first, Self.second] {
      try scene.define(SampleShop.resolved(source, .age))
      let before = try scene.bytes()
      let error = failure { _ = try migration(scene).apply() }
      #expect(error?.kind == .configuration)
      #expect(
        error?.detail
          == "the data of model 'shop' is newer than its definitions, which are from before a migration")
      let edit = failure {
        _ = try scene.workspace().edit("set", model: SampleShop.shop) {
          try $0.set([EditItem(Binding(parsing: "name"), .json(JSONDocument(parsing: #""new""#).root))])
        }
      }
      #expect(edit?.detail == error?.detail)
      #expect(try status(scene).models.map(\.state) == [.agrees, .newer])
      #expect(try scene.model("shop").documents.count == 3)
      #expect(try scene.bytes() == before && scene.staged == [])
    }
    try scene.define(SampleShop.resolved(Self.third, .age))
    #expect(try status(scene).isInAgreement)
    try Files.write(#"{"version":2}"#, to: scene.appliedPath)
    #expect(kind { _ = try migration(scene).apply() } == .configuration)
    _ = try scene.model("shop")
  }

  @Test(arguments: [false, true])
  func restoredDataIsMigratedAgain(_ isOne: Bool) throws {
    let scene = try scene()
    let backup = try scene.backUp("old", .archive)
    _ = try migration(scene).apply()
    let migrated = try scene.contents()
    _ = try BackupRestoration(scene.workspace()).restore(
      .file(FilePath(text: backup)), .init(models: isOne ? [SampleShop.shop] : []), unlock: scene.unlock())
    #expect(try books(scene).contains(#""title":"two""#))
    #expect(try status(scene).models.map(\.state) == [isOne ? .agrees : .pending, .pending])
    #expect(try status(scene).pending == ["0001-titles", "0002-pages"])
    let outcome = try migration(scene).apply()
    #expect(
      outcome.plan.migrations == ["0001-titles", "0002-pages"] && outcome.plan.models.map(\.name) == [SampleShop.shop])
    #expect(try scene.contents().differences(from: migrated) == [])
    #expect(try status(scene).isInAgreement)
  }
}
