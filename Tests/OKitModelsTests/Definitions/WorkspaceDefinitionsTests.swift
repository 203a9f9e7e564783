import Definitions
import TestSupport
import Testing
import WorkspaceTestSupport

@testable import OKitModels
@testable import OKitStorage

@Suite struct WorkspaceDefinitionsTests {
  private let scene: Scene

  init() throws {
    scene = try Scene.empty()
  }

  private func write(_ text: String, _ name: String = "Shop.swift") throws {
    try Files.write(text, to: scene.root + "/okit/model/" + name)
  }

  private func configure(_ members: String) throws {
    let path = scene.root + "/okit/okit.json"
    let old = try Files.text(path)
    try Files.write(String(old.dropFirst()).isEmpty ? old : "{\(members)," + old.dropFirst(), to: path)
  }

  @Test func withoutFilesOnlyTheFrameworksClassesAreDefined() throws {
    let definitions = try scene.workspace().definitions()
    #expect(definitions.files == [])
    #expect(definitions.files.isEmpty && definitions.modelNames.isEmpty)
    #expect(definitions.modelNames == [])
    #expect(definitions.className(of: .default) == nil)
    #expect(definitions.definitions == Definitions())
  }

  @Test func registrationsGiveNamesClassesAndKinds() throws {
    try write(
      """
      final class Shop: ModelEncrypted, Codable { var id: String! }
      func start() {
        Model.register(Shop.self)
        Model.register(Directory.self, name: "directory")
        Model.register(ModelSettings.self, name: "settings")
        Model.register(Lost.self, name: "lost")
      }
      """)
    try write("class Directory: Model, Codable {}", "Directory.swift")
    let definitions = try scene.workspace().definitions()
    #expect(definitions.files == ["Directory", "Shop"].map { FilePath("\(scene.root)/okit/model/\($0).swift") })
    #expect(definitions.modelNames.map(\.description) == ["default", "directory", "lost", "settings"])
    #expect(definitions.className(of: .default) == "Shop")
    #expect(definitions.kind(of: .default) == .encrypted)
    #expect(definitions.kind(of: .named("directory")) == .plain)
    #expect(definitions.kind(of: .named("settings")) == .settings)
    #expect(definitions.className(of: .named("lost")) == "Lost")
    #expect(definitions.kind(of: .named("lost")) == nil)
    #expect(definitions.rootClass(of: .default)?.properties.map(\.name) == ["id"])
  }

  @Test func theConfigurationOverridesTheClassOfAModel() throws {
    try write("class A: Model, Codable {}; class B: ModelHttp, Codable {}; func f() { Model.register(A.self) }")
    let path = scene.root + "/okit/okit.json"
    let text = try Files.text(path)
    try Files.write(
      text.replacing(
        "\"models\": {}", with: "\"models\": {\"default\": {\"class\": \"B\"}, \"x\": {\"kind\": \"plain\"}}"), to: path
    )
    let definitions = try scene.workspace().definitions()
    #expect(definitions.className(of: .default) == "B")
    #expect(definitions.kind(of: .default) == .http)
    #expect(definitions.className(of: .named("x")) == nil)
  }

  @Test func definitionsAreReadFromTheConfiguredPaths() throws {
    try Files.write("class A: Model, Codable {}", to: scene.root + "/App/Deep/A.swift")
    try write("class B: Model, Codable {}")
    try configure(#""definitions": ["App/**/*.swift"]"#)
    let definitions = try scene.workspace().definitions()
    #expect(definitions.definitions.classes["A"] != nil)
    #expect(definitions.definitions.classes["B"] == nil)
  }

  @Test func definitionsThatAreAbsentAreAConfigurationError() throws {
    try configure(#""definitions": ["Ap/*.swift"]"#)
    let error = try #require(throws: OKitError.self) { try scene.workspace().definitions() }
    #expect(error.kind == .configuration)
    #expect(error.message.contains("'Ap/*.swift'"))
  }

  @Test func malformedDefinitionsFailOnlyIfTheirClassIsNeeded() throws {
    try write("class Shop: Model, Codable {\n  var (a, b) = make()\n}\nfunc f() { Model.register(Shop.self) }\n")
    try write(
      """
      class Other: Model, Codable { var (a, b) = (1, 2) }
      class Holder: Model, Codable { var shop: Shop? }
      func g() {
        Model.register(Other.self, name: "other")
        Model.register(Holder.self, name: "holder")
      }
      """, "Other.swift")
    let definitions = try scene.workspace().definitions()
    #expect(definitions.definitions.problems.map(\.names) == [["Shop"]])
    #expect(definitions.definitions.problems.map(\.concernsFile) == [false])
    #expect(definitions.definitions.classes["Shop"] == nil)
    #expect(definitions.className(of: .default) == "Shop")
    #expect(definitions.kind(of: .default) == nil)
    #expect(definitions.modelClassNames == ["Holder", "Other", "Shop"])
    #expect(definitions.rootClass(of: .named("other"))?.properties.map(\.name) == ["a", "b"])
    #expect(definitions.rootClass(of: .named("other"))?.properties.map(\.defaultValue?.json) == ["1", "2"])
    try definitions.requireUnderstood(.named("other"))
    try definitions.requireKnownClass(of: .named("holder"))
    let problem = try #require(definitions.problem(of: .default))
    #expect(problem.error.message == "cannot understand this tuple of properties; declare each property separately")
    let errors = [
      try #require(throws: OKitError.self) { try definitions.requireKnownClass(of: .default) },
      try #require(throws: OKitError.self) { try definitions.requireUnderstood(.default) },
      try #require(throws: OKitError.self) { try definitions.requireUnderstood(.named("holder")) },
    ]
    for error in errors {
      #expect(error.kind == .configuration)
      #expect(error.place?.path == scene.root + "/okit/model/Shop.swift")
      #expect(error.place?.line == 2)
      #expect(error.place?.column == 7)
      #expect(error.excerpt?.line == "  var (a, b) = make()")
    }
  }

  @Test(arguments: ["a/b", "_data", ".x"])
  func anInvalidRegisteredNameIsAnErrorAtTheCall(_ name: String) throws {
    try write("class A: Model, Codable {}\nfunc f() { Model.register(A.self, name: \"\(name)\") }")
    let error = try #require(throws: OKitError.self) { try scene.workspace().definitions() }
    #expect(error.kind == .configuration)
    #expect(error.place?.path == scene.root + "/okit/model/Shop.swift")
    #expect(error.place?.line == 2)
  }
}
