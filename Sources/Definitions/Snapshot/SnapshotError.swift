public import JSONDocument

/// Says why a value is no snapshot of definitions.
public struct SnapshotError: Error, CustomStringConvertible, Sendable {
  /// What is wrong, in lower case and without a full stop.
  public let message: String
  /// The value that it is about.
  public let value: JSONValue

  /// The message.
  public var description: String { message }

  init(_ message: String, _ value: JSONValue) {
    self.message = message
    self.value = value
  }
}
