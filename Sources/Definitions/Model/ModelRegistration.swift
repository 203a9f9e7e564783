/// A call `Model.register(Shop.self, name: "shop")`.
package struct ModelRegistration: Equatable, Sendable {
  /// The class of the model's root.
  package let className: String
  /// The model's name; `default` if the call names none.
  package let modelName: String
  /// The place of the call; nil for a registration that is not from the sources.
  package let place: SourcePlace?

  /// A registration of a class under a name.
  package init(className: String, modelName: String = "default", place: SourcePlace? = nil) {
    self.className = className
    self.modelName = modelName
    self.place = place
  }
}
