import TestSupport
import Testing

@Suite struct ModelCreateTests {
  private func workspace() throws -> Bookshop { try Bookshop() }

  @Test func modelCreateWritesAClassAndInitialData() throws {
    let shop = try Bookshop()
    let output = try shop.okit(
      "model", "create", "prices", "currency:String=EUR", "list:[String: Double]", "books:[Leaflet]", "since:Date?",
      "factor:Double=1.5",
      "first:Leaflet")
    #expect(output.text == "prices\n")
    #expect(
      output.errors
        == "wrote class Prices to okit/model/Prices.swift\nwrote the initial data to okit/data/prices.json\n")
    #expect(
      try Files.text(shop.root + "/okit/model/Prices.swift") == """
        import Foundation
        import OKit

        final class Prices: Model, Codable {
          var id: String!
          var currency: String = "EUR"
          var list: [String: Double] = [:]
          var books: [Leaflet] = []
          var since: Date?
          var factor: Double = 1.5
          var first: Leaflet = Leaflet()
        }

        /// Add the properties of Leaflet.
        final class Leaflet: ModelEntity, Codable {
          var id: String!
        }

        /// Registers the models. Call this before you use the first one.
        func registerPrices() {
          Model.register(Prices.self, name: "prices")
        }

        """)
    #expect(
      try shop.jq("(.id, .first.id) |= (length == 36) | tojson", shop.data + "/prices.json")
        == #"{"id":true,"currency":"EUR","list":{},"books":[],"factor":1.5,"first":{"id":true}}"#)
    #expect(try shop.jq(".models.prices | tojson", shop.configuration) == #"{"class":"Prices","kind":"plain"}"#)
    #expect(try shop.okit("model", "list").lines.contains("prices     Prices  plain  json      yes"))
    #expect(try shop.okit("get", "prices:currency").text == "EUR\n")
    try shop.okit("check")
  }

  @Test func aNameWithAControlCharacterIsRefused() throws {
    let shop = try Bookshop()
    let output = try shop.okit("model", "create", "a\tb", "text:String", status: 64)
    #expect(output.errors.contains(#"'a\u{9}b' is not a valid model name: it contains a control character"#))
  }

  @Test func anEncryptedModelIsEncrypted() throws {
    let shop = try Bookshop()
    try shop.okit("model", "create", "diary", "text:String=secret", "--encrypted")
    let bytes = try shop.ageDecrypted(shop.data + "/diary.json")
    #expect(String(decoding: bytes, as: UTF8.self).hasSuffix(#""text":"secret"}"#))
    #expect(
      try Files.text(shop.root + "/okit/model/Diary.swift").contains("final class Diary: ModelEncrypted, Codable {"))
    #expect(try shop.jq(".models.diary.kind", shop.configuration) == "encrypted")
  }

  @Test func modelCreateUsesAnExistingClass() throws {
    let shop = try Bookshop()
    try shop.define()
    // Removes the model without a trace.
    for file in ["data/directory.json", "model/applied.json"] { try Files.remove("\(shop.root)/okit/\(file)") }
    let new = Set([
      "okit/okit.json", "okit/data/directory.json", "okit/data/branch.json", "okit/model/applied.json",
    ])
    let before = try shop.tree().without { new.contains($0) }
    try shop.okit("model", "create", "directory")
    #expect(try shop.jq("del(.id) | tojson", shop.data + "/directory.json") == #"{"authors":[],"groups":[]}"#)
    try shop.okit("model", "create", "branch", "--class", "Directory")
    #expect(try shop.jq(".models.branch | tojson", shop.configuration) == #"{"class":"Directory","kind":"plain"}"#)
    #expect(try shop.tree().without { new.contains($0) }.differences(from: before) == [])
    try shop.okit("model", "create", "third", "name:String", "--class", "Directory", status: 73)
    try shop.okit("model", "create", "third", "--class", "Book", status: 64)
    try shop.okit("model", "create", "third", "--class", "Directory", "--encrypted", status: 64)
  }

  @Test func aNewClassCanUseOtherClasses() throws {
    let shop = try Bookshop()
    try shop.define()
    try shop.okit(
      "model", "create", "orders", "type:BookType", "kind:BookType=.electronic", "books:[Book]", "owner:ModelRef")
    let text = try Files.text(shop.root + "/okit/model/Orders.swift")
    #expect(text.contains("var type: BookType = .paperback\n"))
    #expect(!text.contains("class Book"))
    #expect(
      try shop.jq("del(.id) | (.owner.id) |= length | tojson", shop.data + "/orders.json")
        == #"{"type":"0","kind":"2","books":[],"owner":{"id":36}}"#)
    // okit.json names the app's files, so the new file must be named as well.
    #expect(try shop.jq(".definitions[1]", shop.configuration) == "okit/model/*.swift")
    #expect(try shop.okit("model", "show", "orders").text.contains("kind: BookType = .electronic"))
  }

  @Test(arguments: [
    ["name"], ["name:"], [":String"], ["na me:String"], ["a:[String"], ["a:Int="], ["a:String", "a:Int"], ["id:Int"],
    ["a:Int=}"], ["a:Recursive", "--class", "Recursive"], ["--class", "1x"],
  ])
  func wrongPropertiesAreRefused(_ arguments: [String]) throws {
    let shop = try Bookshop(keys: false)
    let before = try shop.tree()
    let output = try shop.okit(["model", "create", "new"] + arguments, status: 64)
    #expect(output.errors.hasPrefix("okit: error: "))
    #expect(try shop.tree().differences(from: before) == [])
  }

  @Test func aRequiredPropertyWithoutKnownDefaultIsRefused() throws {
    let shop = try Bookshop(keys: false)
    let before = try shop.tree()
    let output = try shop.okit("model", "create", "new", "url:URL", status: 65)
    #expect(output.errors.hasPrefix("okit: error: New.url (URL) has no known default\n"))
    #expect(try shop.tree().differences(from: before) == [])
    try shop.okit("model", "create", "new", "url:URL?")
  }

  @Test func existingModelsAndFilesAreNotReplaced() throws {
    let shop = try Bookshop()
    try shop.okit("model", "create", "directory", status: 73)
    try shop.okit("model", "create", "a/b", status: 64)
    try Files.write("// mine\n", to: shop.root + "/okit/model/New.swift")
    try shop.okit("model", "create", "new", status: 73)
    #expect(try !Files.names(in: shop.data).contains("new.json"))
    try shop.okit("model", "create", "other", "--dry-run")
    #expect(try !Files.names(in: shop.data).contains("other.json"))
  }

  @Test func anEncryptedModelNeedsARecipient() throws {
    let shop = try Bookshop(keys: false)
    let before = try shop.tree()
    try shop.okit("model", "create", "diary", "--encrypted", status: 78)
    #expect(try shop.tree().differences(from: before) == [])
  }
}
