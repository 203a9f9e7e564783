import Definitions
import Testing

@Suite("Classes")
struct ClassTests {
  @Test("derive from one another, also in circles")
  func ancestors() {
    let definitions = Definitions(classes: [
      ClassDefinition(name: "Book", superclass: "ModelEntity", role: .entity),
      ClassDefinition(name: "Comic", superclass: "Book", role: .entity),
      ClassDefinition(name: "Hen", superclass: "Egg", role: .entity),
      ClassDefinition(name: "Egg", superclass: "Hen", role: .entity),
    ])
    #expect(definitions.isClass("Comic", derivedFrom: "ModelEntity"))
    #expect(!definitions.isClass("ModelEntity", derivedFrom: "Comic"))
    #expect(!definitions.isClass("Hen", derivedFrom: "ModelEntity"))
  }
}
