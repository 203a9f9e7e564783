import Definitions
import Testing

@Suite struct RegistrationTests {
  @Test func registrationsAreFoundAnywhere() throws {
    let definitions = try read(
      """
      @main class AppDelegate: UIResponder, UIApplicationDelegate {
        func application() -> Bool {
          Model.register(Shop.self)
          _ = Model.register(Directory.self, name: "directory")
          queue.async { [weak self] in try? OKit.Model.register(Outer.Inner.self, "inner\\u{21}") }
          // Model.register(Comment.self)
          let text = "Model.register(Text.self)"
          Other.Model.register(1)
          return true
        }
      }
      Model.register(
        ModelSettings.self,
        name: #"settings"#
      )
      #if DEBUG
      Model.register(Debug.self, name: Names.debug)
      #endif
      enum Outer { class Inner: Model {}; static func f() { Model.register(Inner.self) } }
      """)
    #expect(
      definitions.registrations == [
        ModelRegistration(className: "Shop", place: SourcePlace(path: "A.swift", line: 3, column: 5)),
        ModelRegistration(
          className: "Directory", modelName: "directory", place: SourcePlace(path: "A.swift", line: 4, column: 9)),
        ModelRegistration(
          className: "Outer.Inner", modelName: "inner!", place: SourcePlace(path: "A.swift", line: 5, column: 44)),
        ModelRegistration(
          className: "ModelSettings", modelName: "settings", place: SourcePlace(path: "A.swift", line: 12, column: 1)),
        ModelRegistration(className: "Outer.Inner", place: SourcePlace(path: "A.swift", line: 19, column: 55)),
      ])
  }

  @Test func computedRegistrationsAreSkipped() throws {
    let calls = [
      "Model.register(Shop.self, name: Names.shop)", "Model.register(Shop.self, name: \"a\\(b)\")",
      "Model.register(Shop.self, name: \"a\" + \"b\")", "Model.register(type)", "Model.register()",
    ]
    for call in calls {
      let definitions = try read("class Shop: Model, Codable {}\n\(call)\nModel.register(Shop.self, name: \"c\")")
      #expect(definitions.registrations.map(\.modelName) == ["c"], "\(call)")
    }
  }
}
