package import JSONDocument

/// Says why a value is no snapshot of definitions.
package struct SnapshotError: Error, CustomStringConvertible, Sendable {
  /// What is wrong, in lower case and without a full stop.
  package let message: String
  /// The value that it is about.
  package let value: JSONValue

  /// The message.
  package var description: String { message }

  init(_ message: String, _ value: JSONValue) {
    self.message = message
    self.value = value
  }
}
