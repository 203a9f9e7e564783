package import Bindings
import Definitions
package import JSONDocument
import OKitStorage

/// Evaluates bindings over the models of a store. A binding that does not name a model starts in `model`, or in the workspace's start model if it is
/// nil.
package struct StoreEvaluationContext: EvaluationContext {
  /// The models that the bindings are evaluated on.
  package let store: EntityStore
  /// The start of bindings that do not name a model; nil for the workspace's start model.
  package let model: ModelName?
  /// The programs that bindings can call; nil if calls are not allowed.
  package var functions: FunctionCalls?
  /// The descriptions of functions, which give computed properties.
  private let descriptions: FunctionDescriptions

  package init(store: EntityStore, model: ModelName?, functions: FunctionCalls? = nil) {
    self.store = store
    self.model = model
    self.functions = functions
    descriptions = functions?.descriptions ?? FunctionDescriptions(store.workspace)
  }

  package var now: Double { store.now }

  package func root(ofModel name: String?) throws -> JSONValue {
    try (name.map { try store.main(ModelName($0)) } ?? store.startDocument(model)).json.root
  }

  package func entity(_ id: String, near value: JSONValue?) throws -> JSONValue? {
    try store.entity(id, from: value.flatMap(store.document)?.model ?? store.startModel(model))?.value
  }

  package func standIn(of root: JSONValue) -> JSONValue? { store.document(of: root)?.standIn?.value }

  package func modelName(of value: JSONValue) -> String? { store.document(of: value)?.model.description }

  package func dictionaryKey(_ name: String, in array: JSONValue) throws -> DictionaryKey? {
    try store.dictionaryKey(name, in: array, now: now)
  }

  package func type(of value: JSONValue) throws -> BindingType? { try store.type(of: value) }

  package func comparedType(at slot: BindingSlot) -> ComparedType? { store.comparedType(at: slot) }

  package func conditionFault(_ text: String, at slot: BindingSlot) -> ConditionFault? {
    store.conditionFault(text, at: slot)
  }

  package func elementClass(of container: JSONValue) -> String? {
    store.definedType(at: .value(container))?.storedElement?.objectClass
  }

  package func declaredType(at keys: [String], inClass name: String) -> DeclaredType? {
    store.declaredType(at: keys, inClass: name)
  }

  package func partial(_ property: String, of standIn: JSONValue) throws -> PartialValue {
    try store.partial(property, of: standIn)
  }

  package func storedName(of property: String, in object: JSONValue) throws -> String? {
    try store.storedName(of: property, in: object)
  }

  package func propertyNames(of object: JSONValue) throws -> [String]? { try store.propertyNames(of: object) }

  package func call(
    _ function: String, on value: BindingValue, of entity: JSONValue?, parameter: BindingValue?
  ) throws -> BindingValue? {
    try functions?.value(of: function, FunctionInput(value, of: entity, parameter: parameter, in: store))
  }

  package func describedFunction(_ name: String, of entity: JSONValue?) throws -> DescribedFunction? {
    guard let description = try descriptions.description(of: name) else { return nil }
    if let reason = try description.mismatch(with: entity, in: store) { return .unsuitable(reason) }
    guard let binding = description.binding else { return .program }
    return .binding(
      ComputedProperty(binding) { error in
        // The place is in the text of the binding, which the file contains with escapes.
        description.fault(error.description, at: "binding")
      })
  }

  package func functionNames() -> [String] {
    functions == nil
      ? FunctionDescriptions.describedNames(in: store.workspace) : FunctionDescriptions.names(in: store.workspace)
  }

  /// Returns the place that `binding` leads to; nil if the value there is absent.
  ///
  /// Throws an error of kind `usage` if it leads to several values.
  package func place(of binding: Binding) throws -> EntityPlace? {
    let matches = try binding.matches(in: self)
    guard matches.count < 2 else {
      throw OKitError(.usage, "\(PathComponent.printable(binding.description)) matches \(matches.count) values")
    }
    return matches.first?.value.flatMap(store.place)
  }
}

/// Values of bindings that no model stores: texts and dates in the reader's language, and computed properties of the framework.
extension StoreEvaluationContext {
  package func localized(_ text: String) throws -> String? { try store.localization.text(text) }

  package func formatted(_ seconds: Double, as style: BindingDateStyle) throws -> String {
    try store.localization.text(of: seconds, as: style, now: now)
  }

  package func formatted(_ seconds: Double, pattern: String) -> String? {
    store.localization.text(of: seconds, pattern: pattern)
  }

  package func formatted(number: String, pattern: String) -> String? {
    store.localization.text(ofNumber: number, pattern: pattern)
  }

  /// Returns bytes that sort texts in the order of the reader's language, with numbers in texts by their size.
  package func naturalKey(_ text: String) -> [UInt8] { store.localization.naturalKey(text) }

  package func folded(_ text: String) -> String { store.workspace.folded(text) }

  package func computed(_ property: String, of object: JSONValue) throws -> BindingValue? {
    guard property == FrameworkClasses.darkMode, try store.isSettings(object) else { return nil }
    return .bool(FrameworkSettings.isDark(object))
  }
}
