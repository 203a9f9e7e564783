import Bindings
import Foundation
import TestSupport
import Testing
import WorkspaceTestSupport

@testable import OKitData
@testable import OKitModels
@testable import OKitStorage

@Suite("A value of a large model, found while it is read")
struct LargeModelValueTests {
  private static let text: String = {
    let numbers = (0..<900_000).map { String($0 % 9) + "." + String($0 % 10) }.joined(separator: ",\n")
    let book = #"{"id":"B","name":"Brecht \u00e4","genre":{"refKey":"G"},"pages":[1,2,3],"none":null,"not":5,"a.b":6}"#
    return
      #"{"id":"R","books":[{"id":"A"},\#(book)],"numbers":[\#(numbers)],"genre":{"id":"G","name":"epic"},"books":[]}"#
  }()

  private func scene(_ text: String) throws -> Scene {
    let scene = try Scene()
    let source = scene.folder + "/source"
    try Files.write(text, to: "\(source)/large.json")
    try WorkspaceCreation(FilePath(text: scene.root), calls: FaultyCalls()).create(.dataFolder(FilePath(text: source)))
    _ = try RecipientChange(scene.workspace()).add(scene.identities.map(\.recipient))
    return scene
  }

  @Test("agrees with the parsed model, plain or encrypted")
  func valuesAgreeWithThoseOfTheParsedModel() throws {
    let scene = try scene(Self.text)
    try #require(Self.text.utf8.count > 4 << 20)
    let found = [
      "id", "books[1]/name", "books[1]", "books[1]/pages[2]", "numbers[0]", "numbers[12345]", "numbers[699999]",
      "books[1]/genre", "books[1]/genre/refKey", "large:books[0]/id", "books[1]/none", "books[1]/not", "genre/name",
    ]
    let others = [
      "books[2]", "books[-1]/name", "books/1/name", "books[*]/id", "books.@count", "books[1]/genre/ref/name", "@B/name",
      ".", "numbers[900000]", "books[0]/name", "books[1]/nothing", "numbers/x", "id[0]", "books[1]/a.b", "other:books",
      "books[0]/id,id", "#text", "!id", "books[0]/..",
    ]
    for form in [StoredForm.plain, .age] {
      if form == .age { _ = try ModelConversion(scene.workspace()).encrypt(.all) }
      for path in found {
        let values = try ModelValues(scene.workspace())
        let binding = try Binding(parsing: path)
        let value = try #require(try values.valueInLargeModel(at: binding), "\(path)")
        #expect(value.content.json == (try values.values(of: [binding])[0].content.json), "\(path)")
      }
    }
    for path in others {
      #expect(try ModelValues(scene.workspace()).valueInLargeModel(at: Binding(parsing: path)) == nil, "\(path)")
    }
  }

  @Test("has the type of its definition")
  func valuesHaveTheTypeOfTheirDefinition() throws {
    let scene = try scene(
      Self.text.replacingOccurrences(of: #"[{"id":"A"}"#, with: #"[{"id":"A","born":12.5,"at":["x",77]}"#))
    let source = """
      final class Large: Model, Codable { var books: [Book] = [] }
      final class Book: ModelEntity, Codable { var born: Date?; var at: [Name: Date] = [:] }
      enum Name: Codable { case x }
      func register() { Model.register(Large.self, name: "large") }
      """
    try Files.write(source, to: scene.root + "/okit/model/Large.swift")
    for path in ["books[0]/born", "books[0]/at[1]"] {
      let values = try ModelValues(scene.workspace())
      let binding = try Binding(parsing: path)
      let value = try #require(try values.valueInLargeModel(at: binding))
      #expect(value.content.text == (try values.values(of: [binding])[0].content.text))
    }
  }

  @Test("of malformed text is the parser's error, wherever the text is wrong")
  func malformedTextIsRefusedAsByTheParser() throws {
    let scene = try scene(Self.text)
    let path = scene.data + "/large.json"
    for broken in [Self.text + "]", Self.text.replacingOccurrences(of: "2.2,\n3.3", with: "2.2\n3.3"), Self.text + "x"]
    {
      try Files.write(broken, to: path)
      let values = try ModelValues(scene.workspace())
      let binding = try Binding(parsing: "books[1]/name")
      let expected = #expect(throws: OKitError.self) { try values.values(of: [binding]) }
      let found = #expect(throws: OKitError.self) { try values.valueInLargeModel(at: binding) }
      #expect(found?.description == expected?.description)
    }
  }
}
