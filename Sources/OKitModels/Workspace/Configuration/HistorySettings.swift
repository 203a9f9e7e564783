import JSONDocument
package import OKitStorage

/// The settings of a workspace's history of steps, `history` in `okit.json`.
package struct HistorySettings: Equatable, Sendable {
  /// The limits of the history.
  package var limits = StepLimits(steps: 100, size: 1_000_000_000, age: 30 * 86_400)

  /// The settings in the object `value`; nil for the default.
  init(_ value: JSONValue?, _ wrong: (JSONValue?, String) -> OKitError) throws {
    guard let value else { return }
    guard value.kind == .object else { throw wrong(value, "history is not an object") }
    if let steps = value["steps"] {
      guard let count = steps.int, count >= 0 else { throw wrong(steps, "steps is not a number of steps") }
      limits.steps = count
    }
    if let size = value["size"] {
      guard let bytes = SettingAmount.bytes(size) else {
        throw wrong(size, "size is neither a number of bytes nor a text such as \"500 MB\"")
      }
      limits.size = bytes
    }
    if let age = value["age"] {
      guard let seconds = SettingAmount.seconds(age) else {
        throw wrong(age, "age is neither a number of seconds nor a text such as \"30d\"")
      }
      limits.age = seconds
    }
  }
}
