public import JSONDocument

/// What evaluating bindings needs from outside; asked at most once a segment.
public protocol BindingSurroundings {
  /// The root of the model `name`, or of the default model.
  func root(ofModel name: String?) throws -> JSONValue

  /// The entity that `reference`, an object with a `refKey` that is not empty, refers to; nil where there is none.
  func entity(behind reference: JSONValue) throws -> JSONValue?

  /// What `property`, which `standIn` does not store, gives from a file of its own.
  func partial(_ property: String, of standIn: JSONValue) throws -> PartialValue

  /// The names of the properties that `object` could have by its definition; nil where it has none.
  func propertyNames(of object: JSONValue) throws -> [String]?
}

/// Of surroundings that know neither references, partials nor definitions.
extension BindingSurroundings {
  /// None.
  public func entity(behind reference: JSONValue) -> JSONValue? { nil }
  /// None.
  public func partial(_ property: String, of standIn: JSONValue) -> PartialValue { .none }
  /// None.
  public func propertyNames(of object: JSONValue) -> [String]? { nil }
}

/// What a property that an object does not store gives.
public enum PartialValue {
  /// It is no partial's entity.
  case none
  /// It is, but has no file.
  case absent
  /// It is, and this is the root of its file.
  case entity(JSONValue)
}
