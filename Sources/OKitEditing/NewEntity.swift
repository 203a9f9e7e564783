import JSONDocument
import OKitModels

/// Creates the JSON of a new entity from given members and defaults.
struct NewEntity {
  let initialData: InitialData

  /// Returns the JSON of a new entity of a class, with the members of `given`.
  ///
  /// Throws an error of kind `usage` if a property has no known initial value.
  func json(of className: String, given: JSONValue?) throws -> String {
    let bytes = try initialData.json(of: className, given: given)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Returns the JSON of a new entity next to `sample`, which tells whether it needs an id.
  func json(like sample: JSONValue?, given: JSONValue?) -> String {
    guard given?["id"] == nil, sample?["id"]?.kind == .string else { return given?.rawText ?? "{}" }
    return Self.json(id: initialData.newID(), given: given)
  }

  /// Returns the JSON of an entity with the id and the members of `given`, which has no id.
  static func json(id: any JSONWritable, given: JSONValue?) -> String {
    var writer = JSONWriter()
    writer.object { writer in
      writer.member("id", id)
      for (key, value) in given?.members.map({ $0 }) ?? [] { writer.member(key.string, value) }
    }
    return writer.text
  }
}
