/// The value that a property of a new instance starts with, as far as the sources tell it.
public indirect enum InitialValue: Equatable, Sendable {
  /// A named part of an object.
  public struct Member: Equatable, Sendable {
    /// The key in JSON, or for an instance the name of the property.
    public let name: String
    /// Its value.
    public let value: InitialValue

    /// A named value.
    public init(name: String, value: InitialValue) {
      self.name = name
      self.value = value
    }
  }

  /// JSON that is the same in every instance.
  case json(String)
  /// The time at which the instance is made: `Date()`.
  case now
  /// A new UUID: `UUID()` or `UUID().uuidString`.
  case newUUID
  /// An array of values of which some are not the same in every instance.
  case array([InitialValue])
  /// An object with these members.
  case object([Member])
  /// A new instance of a class, in which these properties differ from their own initial values.
  case instance(of: String, with: [Member])
  /// The result of an expression that only running the app can tell.
  case unknown
}
