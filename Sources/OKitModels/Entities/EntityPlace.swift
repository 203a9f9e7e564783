package import JSONDocument

/// A value in a document of a model, usually an entity.
package struct EntityPlace {
  package let document: ModelDocument
  package let value: JSONValue

  package init(document: ModelDocument, value: JSONValue) {
    self.document = document
    self.value = value
  }
}
