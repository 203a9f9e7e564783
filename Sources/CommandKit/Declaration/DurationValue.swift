/// A length of time as people type it: `30s`, `5m`, `1h30m`, `250ms`, `2d`, and `0`.
///
/// A number without a unit is refused unless it is zero: a guess of the unit would be wrong half of the time.
public struct DurationValue: ArgumentValue, Equatable, Sendable {
  /// The length.
  public var duration: Duration

  /// Wraps a length of time.
  public init(_ duration: Duration) {
    self.duration = duration
  }

  /// Reads numbers with units, the larger first or not.
  public init?(argument: String) {
    if argument == "0" {
      self.init(.zero)
      return
    }
    var milliseconds: Int64 = 0
    var rest = argument[...]
    repeat {
      let digits = rest.prefix { $0.isASCII && $0.isNumber }
      let unit = rest.dropFirst(digits.count).prefix { $0.isLetter }
      guard let number = Int64(digits), let factor = Self.units.first(where: { $0.name == unit })?.milliseconds
      else { return nil }
      let (product, tooLarge) = number.multipliedReportingOverflow(by: factor)
      let (sum, overflow) = milliseconds.addingReportingOverflow(product)
      if tooLarge || overflow { return nil }
      milliseconds = sum
      rest = rest.dropFirst(digits.count + unit.count)
    } while !rest.isEmpty
    self.init(.milliseconds(milliseconds))
  }

  /// The shortest text that reads as the same length, to the millisecond.
  public var argumentText: String {
    let (seconds, attoseconds) = duration.components
    var milliseconds = seconds * 1000 + attoseconds / 1_000_000_000_000_000
    var text = ""
    for unit in Self.units where milliseconds >= unit.milliseconds {
      text += "\(milliseconds / unit.milliseconds)\(unit.name)"
      milliseconds %= unit.milliseconds
    }
    return text.isEmpty ? "0" : text
  }

  /// What is accepted.
  public static var valueDescription: String? { "a duration such as 30s, 5m, 1h or 0" }

  private static let units: [(name: String, milliseconds: Int64)] = [
    ("d", 86_400_000), ("h", 3_600_000), ("m", 60_000), ("s", 1000), ("ms", 1),
  ]
}
