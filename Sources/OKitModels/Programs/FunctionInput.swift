package import Bindings
package import JSONDocument

/// The input of a function.
package struct FunctionInput {
  /// The JSON on standard input: `entity`, `value` if the function is called on another value, and `parameter`.
  package let json: [UInt8]
  /// Environment variables with the id, model and path of the entity.
  package let variables: [String: String]

  /// The input for a call on `value`, which is part of `entity`.
  ///
  /// - Parameter path: The path of the entity if the caller knows it. Finding the paths of many entities one by one takes long.
  package init(
    _ value: BindingValue, of entity: JSONValue?, parameter: BindingValue?, in store: EntityStore, path: String? = nil
  ) throws {
    var writer = JSONWriter()
    writer.object { writer in
      writer.member("entity", entity)
      if !value.isAbsent, value.stored != entity { writer.member("value", value) }
      writer.member("parameter", parameter)
    }
    json = writer.bytes
    var variables: [String: String] = [:]
    variables["OKIT_ID"] = entity?["id"]?.string
    // The result of another function is not stored anywhere.
    if let place = entity.flatMap(store.place) {
      variables["OKIT_MODEL"] = place.document.model.description
      variables["OKIT_PATH"] = try path ?? EntityPaths.paths(of: [place], store.classes())[0]
    }
    self.variables = variables
  }
}
