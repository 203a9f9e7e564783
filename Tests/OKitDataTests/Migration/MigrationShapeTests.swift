import TestSupport
import Testing
import WorkspaceTestSupport

@testable import OKitBackups
@testable import OKitData
@testable import OKitEditing
@testable import OKitMigrations
@testable import OKitModels
@testable import OKitStorage

@Suite struct MigrationShapeTests {
  private static let source = SampleShop.bookClasses()

  private func scene(_ form: StoredForm = .plain, to new: String) throws -> Scene {
    let scene = try SampleShop.bookScene(form, Self.source, SampleShop.bookFiles())
    try scene.define(SampleShop.resolved(new, form))
    return scene
  }

  private func migration(_ scene: Scene, _ answers: MigrationAnswers = MigrationAnswers()) throws -> Migration {
    Migration(try scene.workspace(), answers: answers)
  }

  private func lines(_ outcome: Migration.Outcome) -> [String] { outcome.plan.models.flatMap(\.changes).lines }

  @Test(arguments: ["ModelHttp", "ModelTransient"])
  func filesStayIfTheNewKindHasNone(_ superclass: String) throws {
    let scene = try SampleShop.bookScene(.age, Self.source, SampleShop.bookFiles())
    let bytes = try scene.bytes()
    try scene.define(Self.source.replacing(SampleShop.kind, with: superclass))
    let kind = superclass == "ModelHttp" ? "http" : "transient"
    #expect(lines(try migration(scene).apply()) == ["kind-changed shop -> encrypted -> \(kind): 0"])
    #expect(try scene.bytes().filter { $0.key.hasPrefix("data/") } == bytes.filter { $0.key.hasPrefix("data/") })
    #expect(try MigrationStatus(of: scene.workspace()).isInAgreement)
  }

  @Test func aModelRenamedByAFileFollowsItsNewName() throws {
    let scene = try SampleShop.bookScene(
      .plain, SampleShop.bookClasses(#"var title: String = ""; var sub: String?"#),
      SampleShop.bookFiles([#""title":"a","sub":"b""#]))
    try scene.define(SampleShop.resolved(Self.source.replacing(#"name: "shop""#, with: #"name: "store""#), .plain))
    let path = try MigrationCreation(scene.workspace()).create(
      "store",
      answers: MigrationAnswers(renames: [.init(subject: "shop:", name: "store:")], losses: ["Book.sub"]))
    #expect(try Files.text(scene.root + "/" + path.text).contains(#""store""#))
    #expect(
      lines(try migration(scene).apply()).sorted() == [
        "model-renamed shop -> store: 1", #"removed Book.sub: 4, 4 lost: "b" "b" "b""#,
      ])
    let stock = try scene.contents()
    #expect(stock["shop.json"] == nil && stock["store.json"]?.text.contains("sub") == false)
    #expect(try scene.findings() == [])
  }

  @Test func aPossiblyRenamedModelIsAQuestion() throws {
    let scene = try scene(to: Self.source.replacing(#"name: "shop""#, with: #"name: "store""#))
    #expect(try MigrationStatus(of: scene.workspace()).models.map(\.state) == [.agrees, .pending])
    let error = try #require(failure { _ = try migration(scene).apply() })
    #expect(error.kind == .configuration && error.remedy == .words("use --rename shop:=store:"))
    let answers = MigrationAnswers(renames: [.init(subject: "shop:", name: "store:")])
    #expect(lines(try migration(scene, answers).apply()) == ["model-renamed shop -> store: 1"])
  }

  @Test func aStepAboutAnUnknownClassIsRefused() throws {
    let scene = try scene(to: Self.source)
    try scene.addMigration("0001-x", [#"{"remove":"Boook.title"}"#])
    let bytes = try scene.bytes()
    let error = try #require(failure { _ = try migration(scene).apply() })
    #expect(error.kind == .configuration && error.message.contains("unknown class"))
    #expect(try scene.bytes() == bytes)
  }

  @Test(arguments: [true, false])
  func twoModelsCanShareAnAttachmentFileOfEqualBytes(_ isSame: Bool) throws {
    let source = """
      class Shop: Model, Codable { var id: String!; var sound: ModelInlineData? }
      class Sign: Model, Codable { var id: String!; var sound: ModelInlineData? }
      func start() { Model.register(Shop.self, name: "shop"); Model.register(Sign.self, name: "plain") }

      """
    func json(_ data: String) -> String {
      #"{"id":"S\#(data.count)","sound":{"id":"SOUND","format":"","label":"","quality":0.5,"scale":1,"template":false,"size":3,"data":"\#(data)"}}"#
    }
    let scene = try Scene.empty()
    try Files.write(json("YWJj"), to: scene.data + "/shop.json")
    try Files.write(json(isSame ? "YWJj" : "YWJk"), to: scene.data + "/plain.json")
    try scene.define(source)
    _ = try migration(scene).apply()
    try scene.define(source.replacing("ModelInlineData", with: "ModelData"))
    let bytes = try scene.bytes()
    guard isSame else {
      let error = try #require(failure { _ = try migration(scene).apply() })
      #expect(error.kind == .malformed && error.message.contains("different bytes"))
      #expect(try scene.bytes() == bytes && scene.staged == [])
      return
    }
    _ = try migration(scene).apply()
    #expect(try Files.read(scene.data + "/_data/SOUND.raw") == Array("abc".utf8))
    _ = try scene.rollback().run()
    #expect(try scene.bytes().filter { $0.key.hasPrefix("data/") } == bytes.filter { $0.key.hasPrefix("data/") })
  }

  @Test func referencesOfOtherModelsAreLostOnlyIfAllowed() throws {
    let source = Self.source.replacing(
      "class Sign: Model, Codable { var id: String!;",
      with: "class Sign: Model, Codable { var id: String!; var group: ModelRef?;")
    let scene = try SampleShop.bookScene(.plain, source, SampleShop.bookFiles())
    try Files.write(#"{"id":"P","title":"t","group":{"id":"R","refKey":"G1"}}"#, to: scene.data + "/plain.json")
    try scene.define(SampleShop.resolved(source.replacing("[GroupPartial]", with: "[Group]"), .plain))
    #expect(
      try migration(scene).plan().decisions == [.loss(subject: "Shop.groups", count: 1, examples: [#""G1""#])])
    _ = try migration(scene, MigrationAnswers(losses: ["Shop.groups"])).apply()
    #expect(try scene.contents()["shop/G1.json"] == nil)
  }

  @Test func aRollbackReportsChangedForms() throws {
    let scene = try scene(to: SampleShop.bookClasses(#"var title: String = ""; var pages: Int = 7"#))
    _ = try migration(scene).apply()
    #expect(try scene.rollback().preview().forms == .init())
    _ = try ModelConversion(scene.workspace()).encrypt(.named([SampleShop.shop]))
    #expect(try scene.rollback().preview().forms == .init(plain: [SampleShop.shop]))
    // A model that the migration has renamed is found by its former name, too.
    let renamed = try self.scene(to: Self.source.replacing(#"name: "shop""#, with: #"name: "store""#))
    let answers = MigrationAnswers(renames: [.init(subject: "shop:", name: "store:")])
    _ = try migration(renamed, answers).apply()
    _ = try ModelConversion(renamed.workspace()).encrypt(
      .named([.named("store")]))
    #expect(try renamed.rollback().preview().forms == .init(plain: [.named("store")]))
  }

  @Test func attachmentsWithoutBytesAreRefused() throws {
    let scene = try scene(
      to: Self.source.replacing("var logo: ModelImage?", with: "var logo: ModelImage?; var sign: ModelInlineImage?"))
    for (step, message) in [
      (#"{"move":"Shop.logo","to":"Shop.sign"}"#, "cannot be converted to ModelInlineImage"),
      (#"{"copy":"Shop.logo","to":"Shop.sign"}"#, "cannot be converted to ModelInlineImage"),
      ("{\"set\":\"Shop.logo\",\"value\":\(SampleAttachment.json("NEW", "image\\/png", size: 3))}", "no step can set"),
      (#"{"set":"Shop.logo.format","value":"image/jpeg"}"#, "no step can change"),
    ] {
      try scene.addMigration("0001-x", [step])
      let bytes = try scene.bytes()
      #expect(failure { _ = try migration(scene).apply() }?.message.contains(message) == true, "\(step)")
      #expect(try scene.bytes() == bytes)
    }
  }
}
