/// A size on a command line: a number with an optional unit, such as `500kB`, `64MB` or `1GiB`. A number alone is in bytes.
package struct SizeValue: ArgumentValue, Equatable, Sendable {
  /// The number of bytes.
  package var bytes: Int64

  /// Wraps a number of bytes.
  package init(_ bytes: Int64) {
    self.bytes = bytes
  }

  private static let units: [(name: String, bytes: Int64)] = [
    ("", 1), ("B", 1), ("kB", 1000), ("MB", 1_000_000), ("GB", 1_000_000_000), ("TB", 1_000_000_000_000),
    ("KiB", 1 << 10), ("MiB", 1 << 20), ("GiB", 1 << 30), ("TiB", 1 << 40),
  ]

  /// Parses a number and its unit.
  package init?(argument: String) {
    let digits = argument.utf8.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    let unit = argument.utf8.dropFirst(digits.count).drop { $0 == UInt8(ascii: " ") }
    guard let number = Int64(String(decoding: digits, as: UTF8.self)),
      let factor = Self.units.first(where: { unit.elementsEqual($0.name.utf8) })?.bytes
    else { return nil }
    let (product, overflows) = number.multipliedReportingOverflow(by: factor)
    if overflows { return nil }
    self.init(product)
  }

  /// The size with the largest unit that divides it.
  package var argumentText: String {
    let unit = Self.units.filter { bytes >= $0.bytes && bytes % $0.bytes == 0 }.max { $0.bytes < $1.bytes }
    return unit.map { "\(bytes / $0.bytes)\($0.name)" } ?? "\(bytes)"
  }

  /// The accepted values.
  package static var valueDescription: String? { "a size such as '500kB', '64MB' or '1GiB'" }
}
