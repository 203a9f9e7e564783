import TestSupport
import Testing

extension Shelf {
  private static let classes = """
    class Box: ModelEncrypted, Codable {
      var id: String!; var generation: Int = 0; var text: String = ""
      var parts: [PartPartial] = []; var pictures: [ModelImage] = []
    }
    class Crate: Model, Codable {
      var id: String!; var generation: Int = 0; var text: String = ""
      var parts: [PartPartial] = []; var pictures: [ModelImage] = []
    }
    class PartPartial: ModelPartial, Codable { var id: String!; var part: Part { return retrieve(Part.self) } }
    class Part: ModelEntity, Codable { var id: String!; var generation: Int = 0; var text: String = "" }
    func start() {
      Model.register(Box.self, name: "alpha"); Model.register(Box.self, name: "beta")
      Model.register(Crate.self, name: "gamma")
    }

    """

  /// Records the classes of the data, and then replaces them: a property is renamed, one is added, a type changes, and attachments and entities move
  /// into the models. Nothing of it makes ids, so it is the same each time.
  func redefine() throws {
    let path = root + "/okit/model/Shelf.swift"
    try Files.makeFolder(root + "/okit/model")
    try Files.write(Self.classes, to: path)
    try okit("migrate", "apply")
    let new = Self.classes.replacing("[PartPartial]", with: "[Part]").replacing(
      "[ModelImage]", with: "[ModelInlineImage]"
    )
    .replacing("var generation: Int = 0; var text: String", with: "var generation: String = \"\"; var note: String")
    .replacing("var note: String = \"\" }", with: "var note: String = \"\"; var weight: Double = 1.5 }")
    try Files.write(new, to: path)
    try okit(
      "migrate", "new", "all", "--rename", "Box.text=note", "--rename", "Crate.text=note", "--rename", "Part.text=note")
  }
}
