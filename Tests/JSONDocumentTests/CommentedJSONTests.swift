import JSONDocument
import TestSupport
import Testing

@Suite struct CommentedJSONTests {
  @Test(arguments: [
    ("// a\n1", "1"), ("1 // a", "1"), ("/* a\nb */ [1, /**/ 2]", "[1,2]"), ("[1,2,]", "[1,2]"),
    ("{\"a\":1, // b\n}", "{\"a\":1}"), ("\"// no comment\"", "\"// no comment\""),
    ("\"/* \\\" */\"", "\"/* \\\" */\""),
    ("[\"a,]\",]", "[\"a,]\"]"), ("\u{FEFF}// a\n[]", "[]"), ("[1, /* , */ ]", "[1]"),
  ])
  func commentsAndFinalCommasAreIgnored(_ text: String, _ json: String) throws {
    let document = try CommentedJSON.document(parsing: Array(text.utf8))
    #expect(String(decoding: JSONWriter.compact(document.root), as: UTF8.self) == json)
  }

  @Test(arguments: [
    ("[,]", 1), ("[1,,]", 3), ("{,}", 1), ("/* a", 0), ("// a", 4), ("[1 / 2]", 3), ("{\"a\":,}", 5), (",", 0),
    ("[\"a\n// b\", 1]", 3),
  ])
  func otherTextIsRefusedAtItsPlace(_ text: String, _ offset: Int) {
    do throws(JSONError) {
      _ = try CommentedJSON.document(parsing: Array(text.utf8))
      Issue.record("\(text) was accepted")
    } catch {
      #expect(error.position.offset == offset, "\(text)")
    }
  }
}
