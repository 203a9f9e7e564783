import HTTPServer

/// The conditions of RFC 9110 under which a request applies.
struct Preconditions {
  private let match: EntityTagCondition?
  private let noneMatch: EntityTagCondition?
  private let modifiedSince: Int64?

  /// The conditions of a request. Throws a ``Refusal`` if one is malformed.
  init(_ request: HTTPRequest) throws {
    func condition(_ name: String) throws -> EntityTagCondition? {
      let values = request.values(name)
      if values.isEmpty { return nil }
      guard let condition = EntityTagCondition(parsing: values) else {
        throw Refusal(400, "the header \(name) is not a list of entity tags")
      }
      return condition
    }
    match = try condition("if-match")
    noneMatch = try condition("if-none-match")
    modifiedSince = request.value("if-modified-since").flatMap(HTTPDate.seconds)
  }

  /// Throws a ``Refusal`` if a change does not apply to the version that `version` returns; nil if there is no file.
  func requireChange(of version: () throws -> EntityTag?) throws {
    if match == nil, noneMatch == nil { return }
    let tag = try version()
    try requireMatch(tag)
    if let noneMatch, noneMatch.matchesWeakly(tag) { throw Self.failed(tag, "the file exists in this version") }
  }

  /// Throws a ``Refusal`` if the version is not one of `If-Match`.
  func requireMatch(_ tag: EntityTag?) throws {
    if let match, !match.matches(tag) {
      throw Self.failed(tag, tag == nil ? "there is no file" : "the file changed in the meantime")
    }
  }

  /// True if the client already has the version `tag`, which was changed last at `modified` in seconds since 1970.
  func isKnown(_ tag: EntityTag, modified: Int64) -> Bool {
    if let noneMatch { return noneMatch.matchesWeakly(tag) }
    return modifiedSince.map { modified <= $0 } ?? false
  }

  private static func failed(_ tag: EntityTag?, _ reason: String) -> Refusal {
    Refusal(412, reason, headers: tag.map { [("ETag", $0.description)] } ?? [])
  }
}
