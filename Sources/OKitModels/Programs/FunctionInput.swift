package import Bindings
package import JSONDocument

/// What a function is called with.
package struct FunctionInput {
  /// What the program reads: `entity`, `value` where it is called on something else than that, and `parameter`.
  package let json: [UInt8]
  /// What its environment says of the entity.
  package let variables: [String: String]

  /// The input for a call on `value`, which is of `entity`.
  package init(_ value: BindingValue, of entity: JSONValue?, parameter: BindingValue?, in store: EntityStore) throws {
    var writer = JSONWriter()
    writer.object { writer in
      writer.member("entity", entity)
      if !value.isAbsent, value.stored != entity { writer.member("value", value) }
      writer.member("parameter", parameter)
    }
    json = writer.bytes
    var variables: [String: String] = [:]
    variables["OKIT_ID"] = entity?["id"]?.string
    // What another function made is stored nowhere.
    if let place = entity.flatMap(store.place) {
      variables["OKIT_MODEL"] = place.document.model.description
      variables["OKIT_PATH"] = EntityPaths.paths(of: [place], try store.classes())[0]
    }
    self.variables = variables
  }
}
