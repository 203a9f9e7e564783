import TestSupport
import Testing

/// Attachments in dictionaries are stored as the class of the values declares.
@Suite struct AttachmentsInDictionariesTests {
  private static let classes = """
    enum Side: String, Codable { case front, back }
    class Shop: Model, Codable {
      var id: String!
      var dim: [String: ModelInlineImage] = [:]
      var dims: [String: [ModelInlineImage]] = [:]
      var das: [String: ModelInlineData] = [:]
      var sides: [Side: ModelInlineImage] = [:]
      var images: [String: ModelImage] = [:]
    }
    func f() { Model.register(Shop.self, name: "shop") }
    """

  private func shop() throws -> (machine: Machine, root: String, picture: String) {
    let machine = try Machine()
    let root = try machine.workspace(
      Self.classes, ["shop": #"{"id":"S","dim":{},"dims":{},"das":{},"sides":[],"images":{}}"#])
    try Files.write(Picture.png.bytes(width: 3, height: 2), to: machine.path("p.png"))
    return (machine, root, machine.path("p.png"))
  }

  @Test func attachmentsInDictionariesAreStoredAsTheirClassDeclares() throws {
    let (machine, root, picture) = try shop()
    for (path, element) in [("dim/k", ""), ("dims/k", "[0]"), ("das/k", ""), ("sides/front", "")] {
      let put = try machine.okit("attachment", "put", path, picture, in: root)
      #expect(put.line == "shop:\(path)\(element)", "\(path)")
      #expect(try machine.okit("get", "\(path)\(element)/data", in: root).line != "", "\(path)")
    }
    #expect(try machine.okit("get", "sides", "--json", in: root).text.contains("front"))
    #expect(!Files.exists(root + "/okit/data/_image"))
    #expect(try machine.okit("check", in: root).text == "")
    // The first call adds to the array; the second replaces an element.
    #expect(try machine.okit("attachment", "put", "dims/k", picture, in: root).line == "shop:dims/k[1]")
    #expect(try machine.okit("attachment", "put", "sides/front", picture, in: root).line == "shop:sides/front")
    // The paths that other commands print.
    let paths = try machine.okit("attachment", "list", in: root).text
    #expect(paths.contains("shop:sides/front ") && !paths.contains("sides["), "\(paths)")
    try machine.okit("attachment", "put", "images/k", picture, in: root)
    #expect(try Files.names(in: root + "/okit/data/_image").count == 1)
    #expect(try machine.okit("check", in: root).text == "")
  }

  @Test func removingAnAttachmentRemovesItsEntry() throws {
    let (machine, root, picture) = try shop()
    for path in ["dim/k", "dims/k", "sides/front", "sides/back", "images/k"] {
      try machine.okit("attachment", "put", path, picture, in: root)
    }
    for path in ["dim/k", "dims/k[0]", "sides/front", "images/k"] {
      try machine.okit("attachment", "remove", path, "--yes", in: root)
    }
    #expect(try machine.okit("get", "dim", in: root).line == "{}")
    #expect(try machine.okit("get", "images", in: root).line == "{}")
    #expect(try machine.okit("get", "sides.@count", in: root).line == "1")
    #expect(try machine.okit("check", in: root).text == "")
  }
}
