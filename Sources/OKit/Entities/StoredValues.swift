import Bindings
import JSONDocument

/// The surroundings of bindings over the models of a store; one that names no model starts in `model`.
struct StoredValues: BindingSurroundings {
  let store: EntityStore
  let model: ModelName

  func root(ofModel name: String?) throws -> JSONValue { try store.main(name.map(ModelName.init) ?? model).json.root }

  func entity(behind reference: JSONValue) throws -> JSONValue? { try store.entity(behind: reference)?.value }

  func partial(_ property: String, of standIn: JSONValue) throws -> PartialValue {
    try store.partial(property, of: standIn)
  }

  func propertyNames(of object: JSONValue) throws -> [String]? { try store.propertyNames(of: object) }

  /// The place that `binding` leads to; nil where the value there is absent.
  func place(of binding: Binding) throws -> EntityPlace? {
    try binding.evaluate(in: self).value.flatMap(store.place)
  }
}
