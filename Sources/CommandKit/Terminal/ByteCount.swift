/// An amount of bytes for people: `1.4 MB`. The units are powers of 1000, as disks are sold.
public struct ByteCount: CustomStringConvertible, Sendable {
  /// The exact amount.
  public var bytes: Int64

  /// Wraps an amount.
  public init(_ bytes: Int64) {
    self.bytes = bytes
  }

  /// Three digits at most before a unit, one behind the point below a hundred.
  public var description: String {
    let magnitude = bytes.magnitude
    let sign = bytes < 0 ? "-" : ""
    if magnitude < 1000 { return "\(sign)\(magnitude) B" }
    var value = Double(magnitude) / 1000
    var units = ["kB", "MB", "GB", "TB", "PB", "EB"][...]
    // 999.6 would be rounded to 1000 of its unit.
    while value >= 999.5, units.count > 1 {
      value /= 1000
      units.removeFirst()
    }
    if value >= 99.95 { return "\(sign)\(Int(value.rounded())) \(units[units.startIndex])" }
    let tenths = Int((value * 10).rounded())
    return "\(sign)\(tenths / 10).\(tenths % 10) \(units[units.startIndex])"
  }
}
