import JSONDocument

@testable import Bindings

extension Fuzzer {
  private struct Surroundings: BindingSurroundings {
    let document: JSONDocument

    func root(ofModel name: String?) throws -> JSONValue { document.root }
  }

  /// Paths: an error points into the text; a path that leads somewhere is printed so that it leads there again.
  static let binding = Fuzzer(
    name: "binding",
    seeds: {
      Seeds.texts(
        "books[0]/name", "directory>/groups/0/name", "MODEL:a\\u{2f}b/\\u{}/x[-1]", ".", "/a/./b",
        " model > list [ 1 ] ",
        "list/-1/ä", "object/a b", "list[9223372036854775807]", "a/b[*]", "!a", "..")
    }
  ) { input in
    let text = String(decoding: input, as: UTF8.self)
    let document = try JSONDocument(
      parsing:
        #"{"books":[{"id":"B","name":"x"}],"list":[1,[2,3],{"":4}],"object":{"a b":5,"/":6,"ä":7,".":8,"..":9," ":10},"":11}"#
    )
    let binding: Binding
    let value: BoundValue
    do {
      binding = try Binding(parsing: text)
      for segment in binding.segments {
        require(segment.range.upperBound <= text.utf8.count, "a step lies in the text")
      }
      value = try binding.evaluate(in: Surroundings(document: document))
    } catch let error as BindingError {
      require(error.range.upperBound <= text.utf8.count, "an error points into the text")
      require(!"\(error)".isEmpty, "an error has words")
      return
    }
    let steps = value.path
    let printed = BoundValue.Step.text(of: steps, model: "shop")
    let again = mustNotThrow("following \(printed)") {
      try Binding(parsing: printed).evaluate(in: Surroundings(document: document))
    }
    require(again.value == value.value && again.path == steps, "a printed path leads to the same")
  }
}
