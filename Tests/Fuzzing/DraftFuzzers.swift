@testable import JSONDocument
@testable import OKitEditing

extension Fuzzer {
  private static let commented = Seeds.texts(
    "// a\n{ \"a\": 1, // \"b\"\n /* c\n */ \"d\": \"// no\", }\n", "[1,2,/**/]", "\"/*\\\"*/\" // end", "[1,,]", "{,}",
    "/* open",
    "[\"a\\\n// b\n\", 1,\r\n]", "\u{feff}// a\n1")

  /// Comments become spaces, and all other bytes keep their places. JSON stays as it is.
  static let commentedJSON = Fuzzer(name: "commented-json", seeds: { commented }) { input in
    let blanked = CommentedJSON.blanked(input)
    require(blanked.count == input.count, "every byte keeps its place")
    for (old, new) in Swift.zip(input, blanked) {
      require(new == old || new == UInt8(ascii: " ") && old != UInt8(ascii: "\n"), "only spaces are new")
    }
    require(CommentedJSON.blanked(blanked) == blanked, "without comments nothing is blanked")
    if (try? JSONDocument(parsing: JSONBytes(input))) != nil { require(blanked == input, "JSON has no comments") }
    let document: JSONDocument
    do throws(JSONError) {
      document = try CommentedJSON.document(parsing: input)
    } catch {
      require(0...input.count ~= error.position.offset, "an error is inside of the text")
      return
    }
    var remarks = DraftRemarks()
    for line in stride(from: 1, through: input.count { $0 == 0x0A } + 1, by: 2) { remarks.add("error: x", above: line) }
    let remarked = remarks.inserted(into: input)
    require(
      DraftRemarks().inserted(into: remarked) == DraftRemarks().inserted(into: input), "remarks can be removed again")
    // A line in a comment can only look like a line of its own.
    guard !input.contains(where: { $0 == UInt8(ascii: "*") }) else { return }
    let again = mustNotThrow("parsing with remarks") { try CommentedJSON.document(parsing: remarked) }
    require(JSONWriter.compact(again.root) == JSONWriter.compact(document.root), "remarks change no value")
  }

  /// A text that is adapted to other values is valid, and has the values of one of the texts. The input is three texts between NUL bytes.
  static let draft = Fuzzer(
    name: "draft",
    seeds: {
      Seeds.texts(
        "{\"a\":1,\"b\":[1,2]}\0{\"a\":1,\"b\":[1,3]}\0{\"a\":2,\"b\":[4,3],\"c\":0,}", "1\u{0}2\u{0}3",
        "{}\0{}\0{\"a\":1}", "{\"a\":1}\0{}\0{\"a\":2,\"a\":0}",
        "[{\"id\":\"1\"},{\"id\":\"2\",\"a\":1}]\0[{\"id\":\"1\"},{\"id\":\"2\"}]\0[{\"id\":\"2\"},{\"id\":\"3\"},{\"id\":\"1\",\"b\":0}]",
        "[{\"id\":\"1\"}]\0[{\"id\":\"1\"},{\"id\":\"2\"}]\0[{\"id\":\"1\"},{\"id\":\"2\",\"a\":1},{\"id\":\"3\"}]",
        "[{\"id\":\"3\"},{\"id\":\"1\",\"a\":1}]\0[{\"id\":\"1\"}]\0[{\"id\":\"3\",\"b\":1},{\"id\":\"1\"}]",
        "[{\"a\":1}, // x\n2]\0[{\"a\":1},3]\0[{\"a\":2},3]")
    }
  ) { input in
    let texts = input.split(separator: 0, omittingEmptySubsequences: false).map(Array.init)
    guard texts.count == 3 else { return }
    func draft(_ text: [UInt8]) -> Draft {
      Draft(targets: [Draft.Target(path: "m:v", json: nil)], text: text, isSecret: false)
    }
    guard let adapted = draft(texts[2]).rebased(texts[0], from: draft(texts[1])) else { return }
    let own = mustNotThrow("parsing the text") { try CommentedJSON.document(parsing: texts[0]) }
    let base = mustNotThrow("parsing the draft") { try CommentedJSON.document(parsing: texts[1]) }
    guard !texts[0].contains(UInt8(ascii: "*")), own.duplicateKeys().isEmpty, base.duplicateKeys().isEmpty else {
      return
    }
    let result = mustNotThrow("parsing the result") { try CommentedJSON.document(parsing: adapted) }
    let new = mustNotThrow("parsing the new draft") { try CommentedJSON.document(parsing: texts[2]) }
    if own.duplicateKeys().isEmpty, new.duplicateKeys().isEmpty {
      require(result.duplicateKeys().isEmpty, "no key is there twice")
    }
    if new.root.hasSameText(as: base.root) {
      require(result.root.hasSameText(as: own.root), "what nobody else changed is the person's text")
    } else if own.root.hasSameText(as: base.root) {
      require(result.root.hasSameText(as: new.root), "what was not edited is the new text")
    }
  }
}
