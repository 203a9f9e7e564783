public import JSONDocument

/// What evaluating bindings needs from outside; asked at most once a segment.
public protocol BindingSurroundings {
  /// The root of the model `name`, or of the default model.
  func root(ofModel name: String?) throws -> JSONValue
}
