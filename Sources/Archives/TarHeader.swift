/// A header block of a tar archive: ustar (POSIX.1-2017, pax, "ustar Interchange Format") or GNU's variant.
struct TarHeader {
  static let blockSize = 512

  let type: UInt8
  let size: Int64
  let modified: Int64

  /// The bytes of the name, including the prefix field.
  let name: [UInt8]

  /// - Parameter block: A block of 512 bytes.
  init(_ block: [UInt8]) throws(ArchiveError) {
    precondition(block.count == Self.blockSize)
    guard try Self.number(block[148..<156]) == Self.sum(block) else {
      throw ArchiveError(.damaged, "a tar header with a wrong checksum")
    }
    let isUstar = block[257..<265].elementsEqual("ustar\u{0}00".utf8)
    let isGNU = block[257..<265].elementsEqual("ustar  \u{0}".utf8)
    guard isUstar || isGNU else { throw ArchiveError(.unsupported, "a tar archive older than ustar") }
    type = block[156]
    size = try Self.number(block[124..<136])
    modified = try Self.number(block[136..<148])
    let base = block[0..<100].prefix { $0 != 0 }
    // GNU stores times in the place of ustar's prefix.
    let prefix = isUstar ? block[345..<500].prefix { $0 != 0 } : []
    name = prefix.isEmpty ? Array(base) : prefix + [UInt8(ascii: "/")] + base
    if size < 0 { throw ArchiveError(.damaged, "a tar header with a negative size") }
  }

  /// Returns the checksum of a header, with spaces in place of the checksum field.
  static func sum(_ block: [UInt8]) -> Int64 {
    var sum = 8 * Int64(UInt8(ascii: " "))
    for (index, byte) in block.enumerated() where !(148..<156).contains(index) { sum += Int64(byte) }
    return sum
  }

  /// Parses octal digits between spaces and NULs, or GNU's binary form: a big-endian number with the first bit set.
  private static func number(_ field: ArraySlice<UInt8>) throws(ArchiveError) -> Int64 {
    guard let first = field.first else { return 0 }
    if first & 0x80 != 0 { return try binary(field) }
    let text = field.drop { $0 == UInt8(ascii: " ") }
    let digits = text.prefix { $0 != 0 && $0 != UInt8(ascii: " ") }
    guard text.dropFirst(digits.count).allSatisfy({ $0 == 0 || $0 == UInt8(ascii: " ") }) else { throw malformed }
    var value: Int64 = 0
    for digit in digits {
      guard (UInt8(ascii: "0")...UInt8(ascii: "7")).contains(digit) else { throw malformed }
      value = value << 3 | Int64(digit & 7)  // At most 12 digits, 36 bits.
    }
    return value
  }

  private static func binary(_ field: ArraySlice<UInt8>) throws(ArchiveError) -> Int64 {
    let isNegative = field.first == 0xFF
    guard isNegative || field.first == 0x80 else { throw malformed }
    let fill: UInt8 = isNegative ? 0xFF : 0
    let (high, low) = (field.dropFirst().dropLast(8), field.suffix(min(8, field.count - 1)))
    guard high.allSatisfy({ $0 == fill }) else { throw malformed }
    let value = low.reduce(isNegative ? -1 : 0 as Int64) { $0 << 8 | Int64($1) }
    guard (value < 0) == isNegative else { throw malformed }
    return value
  }

  private static var malformed: ArchiveError { ArchiveError(.damaged, "a tar header with a malformed number") }
}
