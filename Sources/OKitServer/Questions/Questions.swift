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
  /// The maximum size of an answer with several values or rows in bytes.
  private static let maximumSize = 256 << 20

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
    let model = try parameters.model()
    try requireScope(bindings.map(\.model) + [model?.description])
    let values = try ModelValues(workspace, model: model)
    let found = try restricted(values) { try values.matches(of: bindings) }
    var writer = JSONWriter()
    if bindings.count == 1 {
      Self.write(found[0], of: bindings[0], to: &writer)
    } else {
      try writer.array { writer in
        for (binding, matches) in zip(bindings, found) {
          Self.write(matches, of: binding, to: &writer)
          try Self.requireSize(of: writer)
        }
      }
    }
    return Self.response(writer)
  }

  /// Returns the rows of a list, as `okit list --json` prints them.
  func list(_ target: RequestTarget) throws -> HTTPResponse {
    let parameters = try QuestionParameters.list(target)
    let query = try parameters.query()
    let model = try parameters.model()
    try requireScope([model?.description])
    var start = model
    switch query.source {
    case .path(let binding): try requireScope([binding.model])
    case .entities(_, let models):
      if models.isEmpty, !containsAll { try requireScope(workspace.storedModels().map(\.description)) }
      start = nil
    }
    let values = try ModelValues(workspace, model: start)
    let table = try restricted(values) { try values.list(query) }
    var writer = JSONWriter()
    func write(_ rows: Range<Int>, to writer: inout JSONWriter) throws {
      for row in rows {
        try Self.requireSize(of: writer)
        writer.object { writer in
          for (title, value) in zip(table.titles, table.row(row)) { writer.member(title, value) }
        }
      }
    }
    try writer.array { writer in
      guard let groups = table.groups else { return try write(0..<table.count, to: &writer) }
      for group in groups {
        try writer.object { writer in
          writer.member("group", group.name)
          try writer.array("rows") { try write(group.rows, to: &$0) }
        }
      }
    }
    return Self.response(writer)
  }

  /// Throws a ``Refusal`` unless the client may read all of these models. Whether they exist does not matter.
  private func requireScope(_ names: [String?]) throws {
    guard containsAll || names.allSatisfy({ $0.map(scope) ?? true }) else { throw Self.outOfScope }
  }

  private static var outOfScope: Refusal {
    Refusal(403, "the question needs a model that is not in the scope of the token or of the server")
  }

  /// Runs `body`, which must not read other models, not even to say that one is missing or damaged. A path can lead to them by references.
  private func restricted<Result>(_ values: ModelValues, _ body: () throws -> Result) throws -> Result {
    if containsAll { return try body() }
    var isRefused = false
    values.store.requireAccess = { name in
      guard !scope(name.description) else { return }
      isRefused = true
      throw Self.outOfScope
    }
    // An evaluation can ignore the error, and then does without the model.
    defer { values.store.requireAccess = { _ in } }
    do {
      let result = try body()
      if isRefused { throw Self.outOfScope }
      return result
    } catch {
      throw isRefused ? Self.outOfScope : error
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

  /// Throws a ``Refusal`` if an answer gets too large.
  private static func requireSize(of writer: JSONWriter) throws {
    guard writer.bytes.count <= maximumSize else {
      throw Refusal(413, "the answer would have more than \(maximumSize >> 20) MiB; ask for fewer values")
    }
  }

  private static func response(_ writer: JSONWriter) -> HTTPResponse {
    HTTPResponse(
      200, headers: [("Content-Type", "application/json"), ("Cache-Control", "no-store")],
      body: .bytes(writer.bytes + [UInt8(ascii: "\n")]))
  }
}
