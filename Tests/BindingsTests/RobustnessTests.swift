import Bindings
import JSONDocument
import TestSupport
import Testing

@Suite struct RobustnessTests {
  @Test func randomBindingsEndWithValuesOrErrors() throws {
    var generator = SeededGenerator(seed: Effort.seed)
    let names = [
      "books", "authors", "name", "genre", "ref", "date", "tags", "shelves", "directory>groups", "group", "price",
      "parent",
      "model", "initial", "round2", "not", "id", "comment", "0", "-1", "genre.ref", "books.@max.price",
      "@unionOfArrays.tags",
      "..", ".", "~", "$genre.refKey", "$#FANTASY", "suffix(#x)", "suffix(name)", "describe(/name)", "@count", "self",
    ]
    let suffixes = ["", "", "", "", "[0]", "[-1]", "[*]", "[name=Solaris]", "[.=novel]", "[../id=SHOP]", "()"]
    var values = 0
    for number in 0..<(Effort.isWhole ? 300_000 : 20_000) {
      var shop = try Shop()
      shop.isDefined = number % 2 == 0
      var text = ["", "", "!", "/", "@B1/", "directory:"].randomElement(using: &generator) ?? ""
      for index in 0..<Int.random(in: 1...6, using: &generator) {
        if index > 0 { text += Int.random(in: 0..<5, using: &generator) == 0 ? "." : "/" }
        text += (names.randomElement(using: &generator) ?? "") + (suffixes.randomElement(using: &generator) ?? "")
      }
      guard let binding = try? Binding(parsing: text) else { continue }
      do {
        for bound in try binding.matches(in: shop) {
          values += 1
          #expect((try? JSONDocument(parsing: bound.content.json)) != nil, "\(text)")
          guard bound.isStored, bound.origin == nil else { continue }
          let path = BoundValue.Step.text(of: bound.path, model: binding.model ?? "default")
          let again = try Binding(parsing: path).evaluate(in: shop)
          #expect(again.value == bound.value, "\(text) is at \(path)")
        }
      } catch let error as BindingError {
        #expect(error.range.upperBound <= text.utf8.count, "\(text)")
        #expect(error.binding == text)
      } catch is Shop.NoModel {}
    }
    #expect(values > 500)
  }

  @Test func deeplyNestedArraysAreRefused() throws {
    let document = try JSONDocument(
      parsing: #"{"x":"# + String(repeating: "[", count: 9_000) + "1" + String(repeating: "]", count: 9_000) + "}")
    let shop = try Shop()
    for text in ["x/name", "x/initial()", "x.@sum.self.name"] {
      let error = #expect(throws: BindingError.self) {
        try Binding(parsing: text).evaluate(in: shop, from: document.root)
      }
      #expect(error?.kind == .wrongKind)
    }
    let end = "x" + String(repeating: "[0]", count: 9_000)
    #expect(try Binding(parsing: end).evaluate(in: shop, from: document.root).content.text == "1")
    let sums = String(repeating: "@sum.", count: 50) + "self"
    #expect(throws: BindingError.self) { try Binding(parsing: "x." + sums).evaluate(in: shop, from: document.root) }
  }

  @Test func manyAbsentPropertiesTakeTimeInProportion() throws {
    let elements = String(repeating: #"{"id":"a","inner":[{},{"y":1}]},"#, count: 20_000)
    let document = try JSONDocument(parsing: #"{"x":["# + elements + #"{"z":"last"}]}"#)
    var shop = try Shop()
    shop.isDefined = false
    let all = try Binding(parsing: "x.@count,x.@unionOfObjects.z").evaluate(in: shop, from: document.root)
    #expect(all.content.text == #"20001 ["last"]"#)
    let inner = try Binding(parsing: "x[inner[0]/y=]").matches(in: shop, from: document.root)
    #expect(inner.count == 20_001)
  }
}
