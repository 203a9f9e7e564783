import Bindings
import JSONDocument
import Testing

@Suite struct BindingSlotTests {
  /// A description of the slot: the value that would be replaced, or the key or index at which one would be added; nil if nothing can be set.
  private func place(_ binding: String, _ shop: Shop) throws -> String? {
    let matches = try Binding(parsing: binding).matches(in: shop)
    try #require(matches.count == 1)
    switch matches[0].slot {
    case .value(let value): return value.rawText.count > 20 ? String(value.rawText.prefix(8)) : value.rawText
    case .member(let key, let object): return "\(key) of \(object["id"]?.string ?? "-")"
    case .entry(let key, let array): return "\(key) of \(array.count)"
    case .element(let index, let array): return "\(index) of \(array.count)"
    case nil: return nil
    }
  }

  @Test(arguments: [
    ("name", #""Corner""#), ("books[0]/price", "12.30"), ("books[-1]/price", "0.2"), ("books/1/price", "0.1"),
    ("books[0].price", "12.30"), ("books[name=Solaris]/copies", "12"), ("books[0]/../name", #""Corner""#),
    ("books[0]/dates[1]/date", "86400.5"), ("books[0]/tags[0]", #""utopia""#), ("counts/a\\u{2e}b", #""dotted""#),
    ("counts/a/b", #""inner""#), ("shelves/top/count", "3"), ("@B2/comment", #""sea""#),
    ("$#FANTASY/name", #""Fantasy""#), ("books[0]/genre/refKey", #""SF""#),
    ("books[0]/genre/ref/name", #""Science Fiction""#), ("books[0]/$genre.refKey/name", #""Science Fiction""#),
    ("directory>authors[0]/name", #""Gaiman""#), ("directory>groups[0]/group/name", #""Readers""#),
    ("directory>groups[0]/group/../id", #""G1""#), (".", #"{"id": ""#),
    ("books[0]/comment", "comment of B1"), ("books[2]/icon", "icon of B3"), ("books[2]/dates", "dates of B3"),
    ("shelves/none", "none of -"), ("books[3]", "3 of 3"), ("books[-4]", "-4 of 3"), ("books[2]/tags[0]", "0 of 0"),
    ("books[0]/tags/7", "7 of 2"),
  ])
  func aPathLeadsToItsValueOrPlace(_ binding: String, _ wanted: String) throws {
    #expect(try place(binding, Shop()) == wanted)
  }

  @Test(arguments: [
    "books.@count", "!books[0]/marked", "books[0]/name/initial", "books[0]/price/round2", "#text", "%EUR",
    "name,books.@count", "books.name", "books[0]/genre/ref", "directory>groups[0]/group",
    "books[1]/genre/ref/name", "books[0]/comment/initial",
  ])
  func computedValuesHaveNoSlot(_ binding: String) throws {
    #expect(try place(binding, Shop()) == nil)
  }

  @Test func aValueIsSetInItsSlot() throws {
    let document = try JSONDocument(parsing: #"{"a": [1, 2], "b": {"c": null}}"#).live()
    let (array, object) = (try #require(document.root["a"]), try #require(document.root["b"]))
    let value = BindingSlot.value(try #require(array[0]))
    #expect(value.container == array && value.value?.int == 1)
    let new = try value.set("\"one\"")
    #expect(new.string == "one" && new == array[0])
    let member = BindingSlot.member("d", of: object)
    #expect(member.container == object && member.value == nil)
    #expect(try member.set("[ ]").kind == .array)
    let element = BindingSlot.element(2, of: array)
    #expect(element.container == array && element.value == nil)
    try element.set("3")
    #expect(
      String(decoding: document.currentText.bytes(), as: UTF8.self)
        == #"{"a": ["one", 2, 3], "b": {"c": null, "d": []}}"#)
    #expect(BindingSlot.value(document.root).container == nil)
  }

  @Test func anImpossibleSetIsAnError() throws {
    let document = try JSONDocument(parsing: #"{"a":[1],"b":2}"#).live()
    let array = try #require(document.root["a"])
    let first = try #require(array[0])
    for slot in [
      BindingSlot.element(3, of: array), .element(-1, of: array), .member("b", of: document.root),
      .member("x", of: array),
      .element(0, of: document.root),
    ] {
      #expect(throws: JSONEditError.self) { try slot.set("0") }
    }
    for text in ["", "1,2", "]", "{"] { #expect(throws: JSONEditError.self) { try BindingSlot.value(first).set(text) } }
    #expect(!document.isChanged)
    try BindingSlot.value(first).set("7")
    #expect(throws: JSONEditError.self) { try BindingSlot.value(first).set("8") }
    #expect(String(decoding: document.currentText.bytes(), as: UTF8.self) == #"{"a":[7],"b":2}"#)
  }
}
