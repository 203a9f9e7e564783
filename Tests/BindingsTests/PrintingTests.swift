import Bindings
import TestSupport
import Testing

@Suite struct PrintingTests {
  @Test(arguments: [
    ("directory> authors [ 0 ] / name", "directory:authors[0]/name"), ("/a//b", "/a/./b"),
    ("a.b.c@avg.d", "a.b.c.@avg.d"),
    ("~/a/../$b.c/$#D", "</a/../$b.c/$#D"), ("! x , # a/b", "!x,#a/b"), ("%a\\u{2c}b", "%a\\u{2c}b"),
    ("a/f( #x ).g()", "a/f(#x)/g()"), ("x[*][ a/b = \"q\\\"\" ]", "x[*][a/b=q\"]"), ("@ID.name", "@ID/name"),
    ("x[a= \"\\\"]\"]", "x[a=\\u{22}\\u{5d}]"), (".", "."), ("m:.", "m:."), (",a", ",a"), ("a\\u{2e}b", "a\\u{2e}b"),
  ])
  func aMadeBindingIsPrintedInOneSpelling(_ text: String, _ canonical: String) throws {
    let binding = try Binding(parsing: text)
    #expect(binding.description == text)
    let made = Binding(parts: binding.parts)
    #expect(made.description == canonical)
    #expect(try Binding(parsing: canonical) == binding)
  }

  @Test func randomBindingsParseToTheSame() throws {
    var random = RandomBinding(seed: Effort.seed)
    for _ in 0..<(Effort.isWhole ? 200_000 : 5_000) {
      let binding = random.binding()
      let text = binding.description
      let parsed = try Binding(parsing: text)
      #expect(parsed == binding, "\(text)")
      #expect(parsed.description == text)
      #expect(Binding(parts: parsed.parts).description == text)
    }
  }

  @Test func randomTextsArePrintedAsTheyWere() throws {
    var generator = SeededGenerator(seed: Effort.seed)
    let pieces = [
      "a", "b", "/", "/", "[", "]", "[0]", "[*]", "(", ")", ",", ".", "..", "!", "#", "%", "$", "@", "@count", "@avg",
      "<",
      "~", ">", ":", "=", " ", "\\u{2f}", "\\", "\"", "x=y", "é", "👩", "-1", "f()",
    ]
    var accepted = 0
    for _ in 0..<(Effort.isWhole ? 500_000 : 20_000) {
      let text = (0..<Int.random(in: 1...9, using: &generator)).map { _ in pieces.randomElement(using: &generator) ?? ""
      }
      .joined()
      switch Result(catching: { () throws(BindingError) in try Binding(parsing: text) }) {
      case .success(let binding):
        accepted += 1
        #expect(binding.description == text)
        #expect(binding.segments.allSatisfy { $0.range.upperBound <= text.utf8.count })
        let canonical = Binding(parts: binding.parts).description
        #expect(try Binding(parsing: canonical) == binding, "\(text) became \(canonical)")
      case .failure(let error):
        #expect(error.range.upperBound <= text.utf8.count)
        #expect(!error.description.isEmpty)
      }
    }
    #expect(accepted > 1000)
  }
}
