import JSONDocument
import OKitStorage

/// Sizes and times in `okit.json`: a number, or a text with a unit such as `"500 MB"` and `"30d"`.
enum SettingAmount {
  private static let sizes: [String: Int64] = [
    "B": 1, "kB": 1000, "KB": 1000, "MB": 1_000_000, "GB": 1_000_000_000, "TB": 1_000_000_000_000, "KiB": 1 << 10,
    "MiB": 1 << 20,
    "GiB": 1 << 30, "TiB": 1 << 40,
  ]

  private static let times: [String: Int64] = ["s": 1, "m": 60, "h": 3600, "d": 86_400, "w": 7 * 86_400]

  /// Returns a size in bytes; nil for anything else or if it is out of range.
  static func bytes(_ value: JSONValue) -> Int64? { amount(value, sizes, withoutUnit: 1) }

  /// Returns a time in seconds; nil for anything else or if it is out of range.
  static func seconds(_ value: JSONValue) -> Int64? { amount(value, times, withoutUnit: nil) }

  /// `withoutUnit` is the unit of a text without one; nil if each text needs one, because people expect different ones.
  private static func amount(_ value: JSONValue, _ units: [String: Int64], withoutUnit: Int64?) -> Int64? {
    if let number = value.int { return number >= 0 ? Int64(number) : nil }
    guard let text = value.string else { return nil }
    let digits = text.utf8.prefix { $0.isDecimalDigit }
    let unit = String(decoding: text.utf8.dropFirst(digits.count).drop { $0 == UInt8(ascii: " ") }, as: UTF8.self)
    guard let number = Int64(String(decoding: digits, as: UTF8.self)) else { return nil }
    guard let factor = unit.isEmpty ? withoutUnit : units.first(where: { $0.key.isExactly(unit) })?.value else {
      return nil
    }
    let (product, overflows) = number.multipliedReportingOverflow(by: factor)
    return overflows ? nil : product
  }
}
