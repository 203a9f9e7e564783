import Foundation
import TestSupport
import Testing
import WorkspaceTestSupport

@testable import OKitMigrations
@testable import OKitModels
@testable import OKitStorage

@Suite struct MigrationDecisionTests {
  private static let old = SampleShop.bookClasses(#"var title: String = ""; var sub: String?"#)
  private static let renamed = SampleShop.bookClasses(#"var name: String = ""; var sub: String?"#)
  private static let lost = SampleShop.bookClasses(#"var title: String = """#)
  private static let files = SampleShop.bookFiles([#""title":"one","sub":"x""#, #""title":"two""#])

  private func scene(_ new: String, _ form: StoredForm = .age) throws -> Scene {
    let scene = try SampleShop.bookScene(form, Self.old, Self.files)
    try scene.define(SampleShop.resolved(new, form))
    return scene
  }

  private func migration(
    _ scene: Scene, _ answers: MigrationAnswers = MigrationAnswers(), upTo last: Int? = nil
  ) throws -> Migration {
    Migration(try scene.workspace(), answers: answers, upTo: last)
  }

  /// Expects that nothing is changed, and returns the error.
  private func refusal(
    _ scene: Scene, _ answers: MigrationAnswers = MigrationAnswers(), at location: SourceLocation = #_sourceLocation
  ) throws -> OKitError {
    let (bytes, backups) = (try scene.bytes(), Files.namesIfPresent(in: scene.backups))
    let migration = try migration(scene, answers)
    let error = try #require(failure { _ = try migration.apply() }, sourceLocation: location)
    let dryRun = Migration(try scene.workspace(dryRun: true), answers: answers)
    #expect(failure { _ = try dryRun.apply() }?.message == error.message, sourceLocation: location)
    #expect(try scene.bytes() == bytes && Files.namesIfPresent(in: scene.backups) == backups, sourceLocation: location)
    #expect(try scene.staged == [] && scene.history.events == [], sourceLocation: location)
    return error
  }

  @Test func aRenameIsNeverGuessed() throws {
    let scene = try scene(Self.renamed)
    let error = try refusal(scene)
    #expect(error.kind == .configuration)
    #expect(error.detail == "Book.title was removed and name was added: was it renamed?")
    #expect(error.remedy == .words("use --rename Book.title=name, or --allow-loss Book.title"))
    let plan = try migration(scene).plan()
    #expect(plan.decisions == [.rename(subject: "Book.title", candidates: ["name"])])
    // Either answer suffices.
    let other = try scene.copy()
    _ = try migration(scene, MigrationAnswers(renames: [.init(subject: "Book.title", name: "name")])).apply()
    #expect(try scene.contents()["shop.json"]?.text.contains(#""name":"one","sub":"x""#) == true)
    _ = try migration(other, MigrationAnswers(losses: ["Book.title"])).apply()
    #expect(try other.contents()["shop.json"]?.text.contains(#""sub":"x","name":"""#) == true)
  }

  @Test func anAnswerAboutNothingIsRefused() throws {
    let scene = try scene(Self.renamed)
    for subject in ["Book.titel", "Boook.title", "title"] {
      let answers = MigrationAnswers(renames: [.init(subject: subject, name: "name")])
      #expect(try refusal(scene, answers).kind == .usage)
      #expect(
        kind { _ = try MigrationCreation(scene.workspace()).create("x", answers: answers) } == .usage)
    }
    #expect(!Files.exists(scene.root + "/okit/migrations"))
  }

  @Test func aLossIsReportedWithExamplesAndMustBeAllowed() throws {
    let scene = try scene(Self.lost)
    let error = try refusal(scene)
    #expect(error.kind == .configuration)
    #expect(error.detail == #"2 values of Book.sub would be dropped ("x", "x")"#)
    #expect(error.remedy == .words("use --allow-loss Book.sub to drop them"))
    let outcome = try migration(scene, MigrationAnswers(losses: ["Book.sub"])).apply()
    #expect(outcome.plan.models.flatMap(\.changes).map(\.lost) == [2])
    guard case .apply(let apply) = try scene.history.events.last?.action else { return #expect(Bool(false)) }
    #expect(apply.models.map(\.name) == [SampleShop.shop] && apply.backup == outcome.backup)
    // The history contains no values, since it is never encrypted.
    #expect(try !Files.text(scene.root + "/okit/history.json").contains("\"x\""))
  }

  @Test func aSharedAttachmentFileStays() throws {
    let scene = try SampleShop.bookScene(.plain, Self.old, Self.files)
    let plain = #"{"id":"PLAIN","title":"open","picture":\#(SampleShop.soundJSON)}"#
    try Files.write(plain, to: scene.data + "/plain.json")
    try scene.define(SampleShop.resolved(Self.old.replacing("; var sound: ModelData?", with: ""), .plain))
    _ = try migration(scene, MigrationAnswers(losses: ["Shop.sound"])).apply()
    #expect(try Files.read(scene.data + "/_data/SOUND.raw") == SampleShop.sound)
    #expect(try scene.findings() == [])
  }

  @Test func answersInAFileSuffice() throws {
    let scene = try scene(SampleShop.bookClasses(#"var name: String = """#))
    _ = try refusal(scene)
    let path = try MigrationCreation(scene.workspace()).create(
      "titles",
      answers: MigrationAnswers(renames: [.init(subject: "Book.title", name: "name")], losses: ["Book.sub"]))
    #expect(path == "okit/migrations/0001-titles.json")
    #expect(try MigrationStatus(of: scene.workspace()).pending == ["0001-titles"])
    #expect(try migration(scene).apply().plan.migrations == ["0001-titles"])
    #expect(try scene.contents()["shop.json"]?.text.contains(#""later":[ 1.0 , 2e1 ],"name":"one"}"#) == true)
    #expect(try scene.applied.migrations.map(\.name) == ["0001-titles"])
    #expect(try MigrationStatus(of: scene.workspace()).isInAgreement)
    #expect(try migration(scene).apply() == Migration.Outcome(plan: .init(migrations: [], models: []), backup: nil))
  }

  @Test func dataThatDoNotFitChangeNothing() throws {
    let scene = try scene(Self.old.replacing("var sub: String?", with: "var sub: String?; var pages: Int = 1"))
    try scene.addMigration("0001-wrong", [#"{"set":"Book.pages","value":"many"}"#])
    let error = try refusal(scene)
    #expect(error.kind == .malformed || error.kind == .configuration, "\(error)")
    #expect(error.message.contains("pages"), "\(error)")
    // A value that was wrong before the migration and is not part of it is found, too.
    let damaged = try SampleShop.bookScene(.plain, Self.old, Self.files)
    let path = damaged.data + "/shop/G1.json"
    try Files.write(Files.text(path).replacing(#""name":"\#(SampleShop.secret) one""#, with: #""name":7"#), to: path)
    try damaged.define(
      SampleShop.resolved(Self.old.replacing("var sub: String?", with: "var sub: String?; var n: Int = 1"), .plain))
    let found = try refusal(damaged)
    #expect(found.kind == .malformed && found.message.contains("okit/data/shop/G1.json"), "\(found)")
  }

  @Test func unrecordedDataIsRecordedIfItFits() throws {
    let scene = try scene(Self.old)
    try Files.remove(scene.appliedPath)
    let bytes = try scene.bytes()
    let outcome = try migration(scene).apply()
    #expect(outcome.plan.models.map(\.isUnrecorded) == [true, true] && outcome.backup == nil)
    #expect(try scene.bytes().filter { $0.key != "model/applied.json" } == bytes && scene.history.events == [])
    #expect(try scene.applied.models.keys.sorted() == [SampleShop.sign, SampleShop.shop])
    try Files.remove(scene.appliedPath)
    try scene.define(SampleShop.resolved(SampleShop.bookClasses("var title: Int = 0"), .age))
    let error = try refusal(scene)
    #expect(error.kind == .configuration)
    #expect(error.message.contains("the data of model shop has no recorded definitions"), "\(error)")
  }
}
