/// Converts between a number of seconds and the duration that a person types, such as `1:30` for an hour and a half.
package enum DurationEntry {
  private static let units: [Character: Int] = ["d": 86_400, "h": 3600, "m": 60, "s": 1]

  /// Returns the seconds of a duration: hours and minutes, with seconds if wanted (`1:30`, `0:00:05`), units from long to short (`1d 2h`, `90m`), or
  /// a number of seconds. Nil for any other text, and for more than `Int.max` seconds.
  package static func seconds(_ typed: String) -> Int? {
    if let seconds = Self.number(typed[...]) { return seconds }
    let parts = typed.split(separator: ":", omittingEmptySubsequences: false)
    return 2...3 ~= parts.count ? clock(parts) : units(typed)
  }

  private static func clock(_ parts: [Substring]) -> Int? {
    var total = 0
    for (part, size) in zip(parts, [3600, 60, 1]) {
      guard let number = number(part), size == 3600 || part.utf8.count == 2 && number < 60,
        let sum = sum(total, number, of: size)
      else { return nil }
      total = sum
    }
    return total
  }

  private static func units(_ typed: String) -> Int? {
    var total = 0
    var former = Int.max
    var rest = typed[...]
    while let unit = rest.firstIndex(where: { units[$0] != nil }) {
      guard let size = units[rest[unit]], size < former, let count = number(rest[..<unit]),
        let sum = sum(total, count, of: size)
      else { return nil }
      (total, former) = (sum, size)
      rest = rest[rest.index(after: unit)...].drop { $0 == " " }
    }
    return rest.isEmpty && former < .max ? total : nil
  }

  /// Returns the total with `count` more units of `size` seconds; nil if it is too large.
  private static func sum(_ total: Int, _ count: Int, of size: Int) -> Int? {
    let (product, isTooLarge) = count.multipliedReportingOverflow(by: size)
    let (sum, overflow) = total.addingReportingOverflow(product)
    return isTooLarge || overflow ? nil : sum
  }

  private static func number(_ text: Substring) -> Int? {
    text.utf8.allSatisfy { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 } ? Int(text) : nil
  }

  /// Returns the duration as hours and minutes, with seconds if there are some; nil for a number of seconds that is negative, not whole or too large.
  package static func text(_ seconds: Double) -> String? {
    // Larger numbers are not exact.
    guard 0...Double(1 << 53) ~= seconds, let whole = Int(exactly: seconds) else { return nil }
    func twoDigits(_ number: Int) -> String { (number < 10 ? "0" : "") + String(number) }
    let minutes = "\(whole / 3600):\(twoDigits(whole / 60 % 60))"
    return whole % 60 == 0 ? minutes : "\(minutes):\(twoDigits(whole % 60))"
  }
}
