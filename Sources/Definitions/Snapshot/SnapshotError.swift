package import JSONDocument

/// The reason why a value is not a valid snapshot.
package struct SnapshotError: Error, CustomStringConvertible, Sendable {
  /// The message, in lower case and without a full stop.
  package let message: String
  /// The invalid value.
  package let value: JSONValue

  /// The message.
  package var description: String { message }

  init(_ message: String, _ value: JSONValue) {
    self.message = message
    self.value = value
  }
}
