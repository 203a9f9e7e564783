import JSONDocument

@testable import Bindings
@testable import OKitModels
@testable import OKitStorage

extension Fuzzer {
  private struct Surroundings: EvaluationContext {
    let document: JSONDocument

    func root(ofModel name: String?) throws -> JSONValue { document.root }

    func entity(_ id: String, near value: JSONValue?) -> JSONValue? {
      id == "B" ? document.root["books"]?[0] : nil
    }
  }

  /// Paths: an error points into the text; a parsed path is printed unchanged, and its parts print to text that parses to the same; a path with a
  /// value is printed so that it has the same value.
  static let binding = Fuzzer(
    name: "binding",
    seeds: {
      Seeds.texts(
        "books[0]/name", "directory>/groups/0/name", "MODEL:a\\u{2f}b/\\u{}/x[-1]", ".", "/a/./b",
        " model > list [ 1 ] ", "list/-1/ä", "object/a b", "list[9223372036854775807]", "books[*]/name", "!a", "..",
        "books[name=x]/../~/id", "books[ name = \"x\" ]", "#a(b,c)", "%Price: ,list.@sum.self,#x",
        "list@avg.self/round2",
        "books[0]/$ref.refKey/name", "$#B/name", "@B/name/initial()", "books.@count/suffixPlural(#piece(s))",
        "books/name/not", "m1>/a/$b/../c()/d[1]/e(/a)/f.g.@avg.h", "books[name~x && !(id^=A || ref/refKey$=B)]/id",
        "list[. in (1, 2.0, null)]",
        "books[{name,id}={/books[0]/name}].@count", "books[name>=\"x\\u0041\"]/name/join(#, )",
        "list[.!=-7d]/format(#0.0)", "books[{id} in (B)]", "books[{id} in", "list.@distinctUnionOfArrays.self")
    }
  ) { input in
    let text = String(decoding: input, as: UTF8.self)
    let document = try JSONDocument(
      parsing:
        #"{"books":[{"id":"B","name":"x","ref":{"refKey":"B"}}],"list":[1,[2,3],{"":4}],"object":{"a b":5,"/":6,"ä":7,".":8,"..":9," ":10},"":11}"#
    )
    let context = Surroundings(document: document)
    if let condition = try? BindingCondition(parsing: text) {
      let evaluation = ConditionEvaluation(condition, in: context)
      for element in document.root["books"]?.elements.map({ $0 }) ?? [] { _ = try? evaluation.isMet(by: element) }
      do {
        try evaluation.requireMeaning()
      } catch {
        require((error as? BindingError)?.kind == .notFound, "an impossible comparison is an error of its kind")
      }
    }
    let binding: Binding
    let values: [BoundValue]
    do {
      binding = try Binding(parsing: text)
      require(binding.description == text, "a binding is printed as it was")
      for segment in binding.segments {
        require(segment.range.upperBound <= text.utf8.count, "a step lies in the text")
      }
      let canonical = Binding(parts: binding.parts).description
      let again = mustNotThrow("parsing \(canonical)") { try Binding(parsing: canonical) }
      require(again == binding, "\(canonical) means the same")
      values = try binding.matches(in: context)
    } catch let error as BindingError {
      require(error.range.upperBound <= text.utf8.count, "an error points into the text")
      require(!"\(error)".isEmpty, "an error has words")
      return
    }
    for value in values {
      _ = value.content.text
      require((try? JSONDocument(parsing: value.content.json)) != nil, "a value has JSON")
      guard value.isStored, value.origin == nil else { continue }
      let printed = BoundValue.Step.text(of: value.path, model: "shop")
      let again = mustNotThrow("following \(printed)") {
        try Binding(parsing: printed).evaluate(in: context)
      }
      require(again.value == value.value && again.path == value.path, "a printed path leads to the same")
    }
  }
}
