/// A call `Model.register(Shop.self, name: "shop")`.
package struct ModelRegistration: Equatable, Sendable {
  /// The class of the model's root.
  package let className: String
  /// The model's name; `default` where the call gives none.
  package let modelName: String
  /// Where the call is.
  package let place: SourcePlace?

  /// A registration of a class under a name.
  package init(className: String, modelName: String = "default", place: SourcePlace? = nil) {
    self.className = className
    self.modelName = modelName
    self.place = place
  }
}
