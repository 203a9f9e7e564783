import OKitStorage
import Testing

@testable import OKitEditing
@testable import OKitModels

@Suite struct StoredFileTests {
  @Test func partsNameTheFilesOfTheDataFolder() throws {
    let files: [([String], String, String)] = [
      (["default.json"], "default.json", "default"), (["a b", "K.1.json"], "a b/K.1.json", "a b"),
      (["_image", "A.B.png"], "_image/A.B.png", "_image"), (["_data", "A.raw"], "_data/A.raw", "_data"),
    ]
    for (components, path, scope) in files {
      let file = try #require(try StoredFile(components: components))
      #expect(file.path.text == path && file.scope == scope)
    }
  }

  @Test(arguments: [
    [], [""], ["default"], ["a", "b"], ["a", "b", "c.json"], ["_data", "A.png"], ["_image", "A"],
  ])
  func otherPartsNameNothing(components: [String]) throws { #expect(try StoredFile(components: components) == nil) }

  @Test(arguments: [
    [".json"], ["..json"], [".hidden.json"], ["a/b.json"], ["..", "a.json"], ["a", ".b.json"], ["_image", ".a.png"],
    ["_image", ".png"], ["_image", "a.PNG"], ["_image", "a.p/g"], ["_data", "..raw"], ["_data.json", "/x.json"],
    ["a\u{0}.json"],
  ])
  func invalidNamesAreErrors(components: [String]) throws {
    let error = try #require(throws: OKitError.self) { _ = try StoredFile(components: components) }
    #expect(error.kind == .usage)
  }

  @Test func newNamesHaveNoControlCharacters() throws {
    let file = try #require(try StoredFile(components: ["a\u{1b}.json"]))
    #expect(throws: OKitError.self) { try file.requireValidNewName() }
  }
}
