/// Formats a number of bytes: `1.4 MB`. The units are powers of 1000, as on disk labels.
package struct ByteCount: CustomStringConvertible, Sendable {
  /// The number of bytes.
  package var bytes: Int64

  /// Wraps a number of bytes.
  package init(_ bytes: Int64) {
    self.bytes = bytes
  }

  /// The number with at most three digits before the unit, and one decimal below 100.
  package var description: String {
    let magnitude = bytes.magnitude
    let sign = bytes < 0 ? "-" : ""
    if magnitude < 1000 { return "\(sign)\(magnitude) B" }
    var value = Double(magnitude) / 1000
    var units = ["kB", "MB", "GB", "TB", "PB", "EB"][...]
    // 999.6 would round to 1000.
    while value >= 999.5, units.count > 1 {
      value /= 1000
      units.removeFirst()
    }
    if value >= 99.95 { return "\(sign)\(Int(value.rounded())) \(units[units.startIndex])" }
    let tenths = Int((value * 10).rounded())
    return "\(sign)\(tenths / 10).\(tenths % 10) \(units[units.startIndex])"
  }
}
