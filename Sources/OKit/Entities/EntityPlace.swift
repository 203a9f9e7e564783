import JSONDocument

/// A value in a document of a model, mostly an entity.
struct EntityPlace {
  let document: ModelDocument
  let value: JSONValue
}
