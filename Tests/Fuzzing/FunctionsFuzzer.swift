import JSONDocument
import TestSupport

@testable import Bindings
@testable import OKitModels
@testable import OKitStorage

extension Fuzzer {
  /// Entities on which the function `f` is called, which may use itself.
  private struct Entities: EvaluationContext {
    let document: JSONDocument
    let description: FunctionDescription

    func root(ofModel name: String?) -> JSONValue { document.root }

    func functionNames() -> [String] { ["f"] }

    func describedFunction(_ name: String, of entity: JSONValue?) -> DescribedFunction? {
      guard name == "f", let binding = description.binding else { return nil }
      return .binding(ComputedProperty(binding) { description.fault($0.description, at: "binding") })
    }
  }

  /// Descriptions of functions: an error has a place in the file; the value of a computed property and its condition end.
  static let functions = Fuzzer(
    name: "functions",
    seeds: {
      Seeds.texts(
        #"{"title":"Total","description":"x","class":"Book","binding":"price,#x,copies"}"#,
        #"{"class":["Book","Album"],"program":"run","enabled":"price>1 && !(name=x)","message":"no"}"#,
        #"{"binding":"../books[*]/f"}"#, #"{"binding":"f,f,f"}"#, #"{"binding":"/books/f","enabled":"f>1"}"#,
        #"{"titel":1}"#, #"{"class":[]}"#, #"{"binding":"a","program":"b"}"#, #"{"program":"..\/x"}"#, "{}",
        #"{"title":"a","title":"b"}"#, #"{"binding":"books.@sum.price","enabled":"name in (a, \"b\\u0000\")"}"#)
    }
  ) { input in
    let description: FunctionDescription
    let path = "okit/functions/f.json"
    do {
      let document = try JSONDocument(parsingRecord: JSONBytes(input), path: path)
      description = try FunctionDescription("f", parsing: document, path: path)
    } catch let error as OKitError {
      require(error.kind == .configuration || error.kind == .inputOutput, "an error is one of the configuration")
      require(!error.detail.isEmpty, "an error has words")
      require(error.place.map { $0.line >= 1 && $0.column >= 1 } ?? false, "an error has a place")
      return
    }
    require((description.binding == nil) != (description.program == nil), "a function has a binding or a program")
    if let program = description.program {
      require(program == "f" || FunctionDescriptions.fault(ofName: program) == nil, "a program is a file of the folder")
    }
    let data = try JSONDocument(
      parsing: #"{"name":"S","books":[{"id":"A","price":2,"name":"x","copies":1},{"id":"B","price":3,"name":"y"}]}"#)
    let context = Entities(document: data, description: description)
    func results() -> [String] {
      (data.root["books"]?.elements.map { $0 } ?? []).map { book in
        let value = try? Binding(parsing: "f").evaluate(in: context, from: book).content.json
        let isMet = description.condition.flatMap { try? ConditionEvaluation($0, in: context).isMet(by: book) }
        return "\(value ?? "error") \(isMet.map { "\($0)" } ?? "none")"
      }
    }
    require(results().count == 2, "each entity has a result")
  }
}
