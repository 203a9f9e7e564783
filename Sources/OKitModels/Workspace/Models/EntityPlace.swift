package import JSONDocument

/// A value in a document of a model, usually an entity.
package struct EntityPlace {
  /// The document that contains the value.
  package let document: ModelDocument
  /// The value in the document.
  package let value: JSONValue

  package init(document: ModelDocument, value: JSONValue) {
    self.document = document
    self.value = value
  }
}
