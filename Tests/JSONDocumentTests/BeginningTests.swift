import JSONDocument
import TestSupport
import Testing

/// Documents made of the beginning of a text.
struct BeginningTests {
  private func beginning(_ text: String) -> String? {
    (try? JSONDocument(parsingBeginning: JSONBytes(text.utf8)))?.root.rawText
  }

  @Test(arguments: [
    (#"{"a":[1,2,{"b":"x"}],"c":3}"#, #"{"a":[1,2,{"b":"x"}],"c":3}"#),
    (#"{"a":[1,2,{"b":"x"}],"c":3"#, #"{"a":[1,2,{"b":"x"}]}"#),
    (#"{"a":[1,2,{"b":"x","c":"y"#, #"{"a":[1,2,{"b":"x"}]}"#),
    (#"{"a":[1,2,{"b":"x"#, #"{"a":[1,2,{}]}"#),
    (#"{"a":[1,23"#, #"{"a":[1]}"#),
    (#"{"a":"#, "{}"),
    (#"["\"]}","\\","#, #"["\"]}","\\"]"#),
    (#"["a\"#, "[]"),
    ("{\"a\" : [ 1 , 2 ] ,\n", "{\"a\" : [ 1 , 2 ] }"),
  ])
  func openContainersAreClosed(_ text: String, _ whole: String) {
    #expect(beginning(text) == whole)
  }

  @Test(arguments: ["", "12", #""a"#, "]", "{]", #"{"a" 1,"b""#, "nothing"]) func textsThatBeginNoDocumentAreRefused(
    _ text: String
  ) {
    #expect(beginning(text) == nil)
  }

  @Test func everyBeginningIsADocument() throws {
    let text = Array(#"{"books":[{"name":"D\"u,ne]","tags":["a\\",{}],"n":-1.5e3},null,[true]],"ä":"}"}"#.utf8)
    for count in 1...text.count {
      let root = try JSONDocument(parsingBeginning: JSONBytes(text[..<count])).root
      // The document contains nothing that is not in the text.
      #expect(
        root.kind == .object && text.starts(with: root.rawText.utf8.prefix { $0 != UInt8(ascii: "}") }.dropLast(3)))
    }
  }
}
