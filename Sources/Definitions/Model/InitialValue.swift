/// The value that a property of a new instance starts with, as far as the sources tell it.
package indirect enum InitialValue: Equatable, Sendable {
  /// A named part of an object.
  package struct Member: Equatable, Sendable {
    /// The key in JSON, or for an instance the name of the property.
    package let name: String
    /// Its value.
    package let value: InitialValue

    /// A named value.
    package init(name: String, value: InitialValue) {
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
