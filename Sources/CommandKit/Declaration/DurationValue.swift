/// A duration on the command line: `30s`, `5m`, `1h30m`, `250ms`, `2d`, and `0`.
///
/// A number other than zero needs a unit, because any default unit would surprise half of the users.
package struct DurationValue: ArgumentValue, Equatable, Sendable {
  /// The duration.
  package var duration: Duration

  /// Wraps a duration.
  package init(_ duration: Duration) {
    self.duration = duration
  }

  /// Parses numbers with units, in any order.
  package init?(argument: String) {
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

  /// The shortest text for the same duration, with a precision of milliseconds.
  package var argumentText: String {
    let (seconds, attoseconds) = duration.components
    var milliseconds = seconds * 1000 + attoseconds / 1_000_000_000_000_000
    var text = ""
    for unit in Self.units where milliseconds >= unit.milliseconds {
      text += "\(milliseconds / unit.milliseconds)\(unit.name)"
      milliseconds %= unit.milliseconds
    }
    return text.isEmpty ? "0" : text
  }

  /// The accepted values.
  package static var valueDescription: String? { "a duration such as 30s, 5m, 1h or 0" }

  private static let units: [(name: String, milliseconds: Int64)] = [
    ("d", 86_400_000), ("h", 3_600_000), ("m", 60_000), ("s", 1000), ("ms", 1),
  ]
}
