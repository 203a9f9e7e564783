import Definitions
import TestSupport
import Testing

@Suite struct SnapshotAgreementTests {
  private static let model = """
    class Shop: Model, Codable { var id: String!; var books: [Book] = []; var group: GroupPartial? }
    class Book: ModelEntity, Codable { var id: String!; var name: String = ""; var pages: Int?; var kind: Kind }
    enum Kind: String, Codable { case soft = "0", hard = "1" }
    class GroupPartial: ModelPartial, Codable { var id: String!; var group: Group { retrieve(Group.self) } }
    class Group: ModelEntity, Codable { var id: String! }
    class Unused: ModelEntity, Codable { var id: String! }
    """

  private func snapshots(_ old: String, _ new: String) throws -> (ModelSnapshot, ModelSnapshot) {
    let changed = Self.model.replacing(old, with: new)
    #expect(changed != Self.model)
    return (try .of(Self.model), try .of(changed))
  }

  @Test(arguments: [
    (#"var name: String = """#, #"var name: String = "none""#), (#"var name: String = """#, "var name: String"),
    ("var pages: Int?", "/// Of the book.\n  var pages: Int?"), ("var pages: Int?", "let pages: Int?"),
    ("var kind: Kind", "let kind: Kind"), ("var id: String!; var books", "var id: String?; var books"),
    ("var id: String!; var books: [Book] = []", "var books: [Book] = []; var id: String!"),
    (
      #"var pages: Int?; var kind: Kind }"#,
      #"var size: Int?; var kind: Kind; enum CodingKeys: String, CodingKey { case id, name, size = "pages", kind } }"#
    ),
    (#"soft = "0", hard = "1""#, #"hard = "1", soft = "0""#), ("Kind", "Binding"),
    ("class Unused: ModelEntity", "class Other: ModelEntity"), ("var group: Group {", "var whole: Group {"),
    ("class Group: ModelEntity", "class Base: ModelEntity {}\nclass Group: Base"),
    ("class Shop:", "/// It sells.\nclass Shop:"),
  ])
  func snapshotsAgreeIfNothingStoredDiffers(_ old: String, _ new: String) throws {
    let (before, after) = try snapshots(old, new)
    #expect(before.agrees(with: after))
    #expect(before.canonicalBytes == after.canonicalBytes)
  }

  @Test(arguments: [
    ("var pages: Int?", "var pages: Int"), ("var pages: Int?", "var pages: Int8?"), ("var pages: Int?;", ""),
    ("var pages: Int?", "var pages: Int?; var more: Int?"), ("var name: String", "var title: String"),
    (#"var name: String = """#, #"let name: String = """#), ("[Book]", "Set<Book>"), ("[Book]", "[String: Book]"),
    ("class Shop: Model,", "class Shop: ModelEncrypted,"), ("class Book: ModelEntity,", "struct Book:"),
    (#"soft = "0", hard = "1""#, #"soft = "1", hard = "0""#), ("soft", "paper"), (#"hard = "1""#, #"hard = "2""#),
    (#", hard = "1""#, ""), ("Kind: String", "Kind: Int"),
    (#"Kind: String, Codable { case soft = "0", hard = "1" }"#, "Kind: Int8, Codable { case soft, hard }"),
    ("GroupPartial: ModelPartial", "GroupPartial: ModelEntity"), ("Book", "Volume"),
    ("Group.self", "Unused.self"), ("var kind: Kind", "var kind: String"),
    (
      #"var kind: Kind }"#,
      #"var kind: Kind; enum CodingKeys: String, CodingKey { case id, name, pages, kind = "Kind" } }"#
    ),
  ])
  func snapshotsDisagreeIfSomethingStoredDiffers(_ old: String, _ new: String) throws {
    let (before, after) = try snapshots(old, new)
    #expect(!before.agrees(with: after))
    #expect(before != after)
  }

  @Test func reorderedCasesDisagree() throws {
    let model = "class Shop: Model, Codable { var kind: Kind }; enum Kind: Int, Codable { case soft, hard }"
    let before = try ModelSnapshot.of(model)
    #expect(try !before.agrees(with: .of(model.replacing("soft, hard", with: "hard, soft"))))
    #expect(try before.agrees(with: .of(model.replacing("soft, hard", with: "hard = 1, soft = 0"))))
  }

  @Test func equalSnapshotsWriteTheSame() throws {
    let (before, after) = try snapshots("var pages: Int?", "/// Of the book.\n  var pages: Int?")
    #expect(before == after)
    let (other, another) = try snapshots(#"var name: String = """#, #"var name: String = "none""#)
    #expect(other != another)
  }

  @Test func snapshotsOfOtherModelsDisagree() throws {
    let definitions = try read("class A: Model, Codable {}; class B: Model, Codable {}")
    #expect(!ModelSnapshot(of: "A", in: definitions).agrees(with: ModelSnapshot(of: "B", in: definitions)))
  }

  @Test func comparingTakesTimeInProportion() throws {
    let cases = (0..<3_000).map { "case c\($0)" }.joined(separator: "\n")
    let properties = (0..<3_000).map { "var p\($0): E" }.joined(separator: "\n")
    let text = "class Shop: Model, Codable {\n\(properties)\n}\nenum E: String, Codable {\n\(cases)\n}"
    let snapshot = try ModelSnapshot.of(text)
    let time = try busyTime {
      let read = try ModelSnapshot(json: snapshot.json())
      #expect(snapshot.canonicalBytes.count < 400_000)
      #expect(read.agrees(with: snapshot))
    }
    #expect(time < .seconds(4))
  }
}
