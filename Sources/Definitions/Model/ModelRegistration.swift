/// A call `Model.register(Shop.self, name: "shop")`.
public struct ModelRegistration: Equatable, Sendable {
  /// The class of the model's root.
  public let className: String
  /// The model's name; `default` where the call gives none.
  public let modelName: String
  /// Where the call is.
  public let place: SourcePlace?

  /// A registration of a class under a name.
  public init(className: String, modelName: String = "default", place: SourcePlace? = nil) {
    self.className = className
    self.modelName = modelName
    self.place = place
  }
}
