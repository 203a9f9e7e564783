import Definitions
import JSONDocument
import OKitModels

/// A new entity: what was given, and what it gets besides.
struct NewEntity {
  let definitions: Definitions
  let newID: () -> String

  /// The JSON of a new entity of a class, with the members of `given`.
  ///
  /// Throws an error of kind `usage` where nothing says what a property starts with.
  func json(of className: String, given: JSONValue?) throws -> String {
    let bytes = try FirstData(definitions: definitions, newID: newID).json(of: className, given: given)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The JSON of a new entity beside `sample`, which tells whether it has an id.
  func json(like sample: JSONValue?, given: JSONValue?) -> String {
    guard given?["id"] == nil, sample?["id"]?.kind == .string else { return given?.rawText ?? "{}" }
    return Self.json(id: newID(), given: given)
  }

  /// The JSON of an entity with an id in front of the members of `given`, which has none.
  static func json(id: any JSONWritable, given: JSONValue?) -> String {
    var writer = JSONWriter()
    writer.object { writer in
      writer.member("id", id)
      for (key, value) in given?.members.map({ $0 }) ?? [] { writer.member(key.string, value) }
    }
    return writer.text
  }
}
