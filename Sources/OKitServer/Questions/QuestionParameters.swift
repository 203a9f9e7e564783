import Bindings
import HTTPServer
import OKitModels
import OKitQueries
import OKitStorage

/// The parameters of questions, each with the name of the option of `okit get` or `okit list`.
struct QuestionParameters {
  private let target: RequestTarget
  /// The maximum number of parameters of a question, such as its paths and columns. Names of models do not count.
  private static let maximumCount = 100

  /// Throws a ``Refusal`` if a parameter is not in `names`, and for too many.
  init(_ target: RequestTarget, allowing names: Set<String>) throws {
    self.target = target
    if let other = target.parameters.first(where: { !names.contains($0.name) }) {
      throw Refusal(400, "unknown parameter '\(other.name)'")
    }
    guard target.parameters.count(where: { $0.name != "model" }) <= Self.maximumCount else {
      throw Refusal(400, "more than \(Self.maximumCount) parameters")
    }
  }

  /// Returns all values of a parameter.
  func all(_ name: String) -> [String] { target.values(of: name) }

  /// Returns the value of a parameter; nil if it is absent. Throws a ``Refusal`` if it is repeated.
  func one(_ name: String) throws -> String? {
    let values = all(name)
    guard values.count < 2 else { throw Refusal(400, "the parameter '\(name)' is repeated") }
    return values.first
  }

  /// Returns the number that a parameter is; nil if it is absent.
  func number(_ name: String) throws -> Int? {
    guard let text = try one(name) else { return nil }
    guard let number = Int(text), number >= 0 else { throw Refusal(400, "the parameter '\(name)' is not a number") }
    return number
  }

  /// True if a parameter is there without a value, or with the value `true` or `1`.
  func flag(_ name: String) throws -> Bool {
    switch try one(name) {
    case nil, "false", "0": false
    case "", "true", "1": true
    default: throw Refusal(400, "the parameter '\(name)' is not true or false")
    }
  }

  /// The model that paths start in; nil if none is named. Throws a ``Refusal`` if the name is not valid.
  func model() throws -> ModelName? {
    do {
      return try one("model").map { try ModelName($0) }
    } catch let error as OKitError {
      throw Refusal(400, error.message)
    }
  }
}

extension QuestionParameters {
  private static let listNames: Set<String> = [
    "path", "class", "model", "column", "where", "search", "search-in", "sort", "sort-desc", "natural", "group",
    "group-name", "group-sort", "index", "limit", "offset",
  ]

  /// Returns the parameters of a list.
  static func list(_ target: RequestTarget) throws -> QuestionParameters { try .init(target, allowing: listNames) }

  /// Returns the parameters of values.
  static func value(_ target: RequestTarget) throws -> QuestionParameters {
    try .init(target, allowing: ["path", "model"])
  }

  /// The list that the parameters ask for. Throws `BindingError` and ``Refusal``.
  func query() throws -> ListQuery {
    var query = ListQuery(try source())
    query.columns = try all("column").map { try ListColumn(parsing: $0) }
    var titles: Set<String> = []
    for title in query.columns.map(\.title) where !titles.insert(title).inserted {
      throw Refusal(400, "two columns have the heading '\(title)'; write HEADING=BINDING")
    }
    query.conditions = try all("where").map { try BindingCondition(parsing: $0) }
    query.search = try one("search").map { .init($0, in: try all("search-in").map { try Binding(parsing: $0) }) }
    query.sorts = try target.parameters.compactMap { name, value in
      guard name == "sort" || name == "sort-desc" else { return nil }
      return .init(try Binding(parsing: value), descending: name == "sort-desc")
    }
    query.isNatural = try flag("natural")
    let (group, byLetter) = (try one("group"), try flag("index"))
    if group != nil || byLetter {
      query.grouping = .init(
        by: try group.map { try Binding(parsing: $0) }, name: try one("group-name").map { try Binding(parsing: $0) },
        isSorted: try flag("group-sort"), byLetter: byLetter)
    }
    query.limit = try number("limit")
    query.offset = try number("offset") ?? 0
    return query
  }

  private func source() throws -> ListQuery.Source {
    switch (try one("path"), try one("class")) {
    case (let path?, nil): .path(try Binding(parsing: path))
    case (nil, let name?): .entities(className: name, models: try model().map { [$0] } ?? [])
    default: throw Refusal(400, "give a path or a class")
    }
  }
}
