/// The value of a property in a new instance, as far as the sources determine it.
package indirect enum InitialValue: Equatable, Sendable {
  /// A named value in an object or an instance.
  package struct Member: Equatable, Sendable {
    /// The JSON key; for an instance, the name of the property.
    package let name: String
    /// The initial value of the member.
    package let value: InitialValue

    /// A named value.
    package init(name: String, value: InitialValue) {
      self.name = name
      self.value = value
    }
  }

  /// JSON that is the same in every instance.
  case json(String)
  /// The creation time of the instance: `Date()`.
  case now
  /// A new UUID: `UUID()` or `UUID().uuidString`.
  case newUUID
  /// An array with values that differ between instances.
  case array([InitialValue])
  /// An object with these members.
  case object([Member])
  /// A new instance of a class. The members are the properties that differ from their own initial values.
  case instance(of: String, with: [Member])
  /// The result of an expression that only the running app can compute.
  case unknown
}
