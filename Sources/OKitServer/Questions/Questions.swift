import Bindings
import HTTPServer
import JSONDocument
import OKitModels
import OKitQueries
import OKitStorage

/// Answers questions about values, which are decrypted if there is a key.
struct Questions {
  private let workspace: Workspace
  private let scope: (String) -> Bool
  private let containsAll: Bool

  /// - Parameter scope: Tells if the client may read the model with this name.
  init(_ workspace: Workspace, containsAll: Bool, scope: @escaping (String) -> Bool) {
    self.workspace = workspace
    self.containsAll = containsAll
    self.scope = scope
  }

  /// Returns the values at the paths of a request, as `okit get --json` prints them.
  func values(_ target: RequestTarget) throws -> HTTPResponse {
    let parameters = try QuestionParameters.value(target)
    let bindings = try parameters.all("path").map { try Binding(parsing: $0) }
    guard !bindings.isEmpty else { throw Refusal(400, "give a path") }
    let values = try ModelValues(workspace, model: parameters.model())
    let found = try restricted(values) { try values.matches(of: bindings) }
    var writer = JSONWriter()
    if bindings.count == 1 {
      Self.write(found[0], of: bindings[0], to: &writer)
    } else {
      writer.array { writer in
        for (binding, matches) in zip(bindings, found) { Self.write(matches, of: binding, to: &writer) }
      }
    }
    return Self.response(writer)
  }

  /// Returns the rows of a list, as `okit list --json` prints them.
  func list(_ target: RequestTarget) throws -> HTTPResponse {
    let parameters = try QuestionParameters.list(target)
    let query = try parameters.query()
    let isOfClass = if case .entities = query.source { true } else { false }
    let values = try ModelValues(workspace, model: isOfClass ? nil : parameters.model())
    let table = try restricted(values) { try values.list(query) }
    var writer = JSONWriter()
    func write(_ rows: Range<Int>, to writer: inout JSONWriter) {
      for row in rows {
        writer.object { writer in
          for (title, value) in zip(table.titles, table.row(row)) { writer.member(title, value) }
        }
      }
    }
    writer.array { writer in
      guard let groups = table.groups else { return write(0..<table.count, to: &writer) }
      for group in groups {
        writer.object { writer in
          writer.member("group", group.name)
          writer.array("rows") { write(group.rows, to: &$0) }
        }
      }
    }
    return Self.response(writer)
  }

  /// Runs `body`. A path can lead to other models, so the models that were read decide if the client may see the result.
  private func restricted<Result>(_ values: ModelValues, _ body: () throws -> Result) throws -> Result {
    if containsAll { return try body() }
    func requireScope() throws {
      for document in values.store.readDocuments where !scope(document.model.description) {
        throw Refusal(403, "the question needs a model that is not in the scope of the token or of the server")
      }
    }
    do {
      let result = try body()
      try requireScope()
      return result
    } catch let refusal as Refusal {
      throw refusal
    } catch {
      // An error could tell something about such a model, too.
      try requireScope()
      throw error
    }
  }

  private static func write(_ matches: [BoundValue], of binding: Binding, to writer: inout JSONWriter) {
    guard binding.mayMatchSeveral else {
      for bound in matches { writer.element(bound.content) }
      return
    }
    writer.array { writer in
      for bound in matches { writer.element(bound.content) }
    }
  }

  private static func response(_ writer: JSONWriter) -> HTTPResponse {
    HTTPResponse(
      200, headers: [("Content-Type", "application/json"), ("Cache-Control", "no-store")],
      body: .bytes(writer.bytes + [UInt8(ascii: "\n")]))
  }
}
