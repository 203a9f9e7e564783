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
      guard let bytes = Self.amount(size, Self.sizes) else {
        throw wrong(size, "size is neither a number of bytes nor a text such as \"500 MB\"")
      }
      limits.size = bytes
    }
    if let age = value["age"] {
      guard let seconds = Self.amount(age, Self.times) else {
        throw wrong(age, "age is neither a number of seconds nor a text such as \"30d\"")
      }
      limits.age = seconds
    }
  }

  private static let sizes: [String: Int64] = [
    "B": 1, "kB": 1000, "MB": 1_000_000, "GB": 1_000_000_000, "TB": 1_000_000_000_000, "KiB": 1 << 10, "MiB": 1 << 20,
    "GiB": 1 << 30, "TiB": 1 << 40,
  ]

  private static let times: [String: Int64] = ["s": 1, "m": 60, "h": 3600, "d": 86_400, "w": 7 * 86_400]

  /// Returns a number, or the product of the number and the unit in a text; nil for anything else or if it exceeds the range.
  private static func amount(_ value: JSONValue, _ units: [String: Int64]) -> Int64? {
    if let number = value.int { return number >= 0 ? Int64(number) : nil }
    guard let text = value.string else { return nil }
    let digits = text.utf8.prefix { $0.isDecimalDigit }
    let unit = String(decoding: text.utf8.dropFirst(digits.count).drop { $0 == UInt8(ascii: " ") }, as: UTF8.self)
    guard let number = Int64(String(decoding: digits, as: UTF8.self)) else { return nil }
    guard let factor = unit.isEmpty ? 1 : units.first(where: { $0.key.isExactly(unit) })?.value else { return nil }
    let (product, overflows) = number.multipliedReportingOverflow(by: factor)
    return overflows ? nil : product
  }
}
