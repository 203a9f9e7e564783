import HTTPServer
import OKitStorage

/// The conditions of RFC 9110 under which a request applies.
struct Preconditions {
  private let match: EntityTagCondition?
  private let noneMatch: EntityTagCondition?
  private let modifiedSince: Int64?
  private let unmodifiedSince: Int64?

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
    unmodifiedSince = match == nil ? request.value("if-unmodified-since").flatMap(HTTPDate.seconds) : nil
  }

  /// True if a change depends on the version of the file, which takes long to find out.
  var needVersion: Bool { match != nil || noneMatch != nil }

  /// Throws a ``Refusal`` if a change does not apply to `file`, whose version `version` returns; nil if there is no file.
  func requireChange(of file: OpenFile?, version: (OpenFile) throws -> EntityTag) throws {
    let tag = try needVersion ? file.map(version) : nil
    try requireMatch(tag, modified: file?.stamp.modifiedSecond)
    if let noneMatch, noneMatch.matchesWeakly(tag) { throw Self.failed(tag, "the file exists in this version") }
  }

  /// Throws a ``Refusal`` if the version is not one of `If-Match`, or changed after `If-Unmodified-Since`. `modified` is the time in seconds since 1970.
  func requireMatch(_ tag: EntityTag?, modified: Int64?) throws {
    if let match, !match.matches(tag) {
      throw Self.failed(tag, tag == nil ? "there is no file" : "the file changed in the meantime")
    }
    if let unmodifiedSince, let modified, modified > unmodifiedSince {
      throw Self.failed(tag, "the file changed in the meantime")
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

extension FileStamp {
  /// The time of the last change of the content, in seconds since 1970, as headers give it.
  var modifiedSecond: Int64 { modified / 1_000_000_000 }
}
