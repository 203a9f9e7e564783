package import JSONDocument

extension Partials {
  /// Returns the entity as a separate document, formatted like the document that it comes from.
  package static func content(of entity: JSONValue) -> [UInt8] {
    let isPretty = entity.withRawBytes { $0.contains(UInt8(ascii: "\n")) }
    return isPretty
      ? JSONWriter.pretty(entity) + [UInt8(ascii: "\n")] : JSONWriter.compact(entity)
  }
}
