/// Reads little-endian numbers from the start of a byte sequence. Every read is checked for the end.
struct LittleEndian {
  private(set) var rest: ArraySlice<UInt8>

  init(_ bytes: ArraySlice<UInt8>) {
    rest = bytes
  }

  init(_ bytes: [UInt8]) {
    rest = bytes[...]
  }

  /// Reads a number of `count` bytes, at most 8.
  mutating func number(_ count: Int) throws(ArchiveError) -> UInt64 {
    guard count <= rest.count else { throw Self.short }
    var value: UInt64 = 0
    var index = rest.startIndex + count
    while index > rest.startIndex {
      index -= 1
      value = value << 8 | UInt64(rest[index])
    }
    rest = rest[(rest.startIndex + count)...]
    return value
  }

  mutating func u16() throws(ArchiveError) -> UInt16 { UInt16(try number(2)) }

  mutating func u32() throws(ArchiveError) -> UInt32 { UInt32(try number(4)) }

  /// Reads an offset or a size of 8 bytes.
  mutating func i64() throws(ArchiveError) -> Int64 {
    guard let value = Int64(exactly: try number(8)) else { throw ArchiveError(.damaged, "an invalid size or offset") }
    return value
  }

  mutating func bytes(_ count: Int) throws(ArchiveError) -> ArraySlice<UInt8> {
    guard count <= rest.count else { throw Self.short }
    defer { rest = rest.dropFirst(count) }
    return rest.prefix(count)
  }

  private static var short: ArchiveError { ArchiveError(.damaged, "a record of the zip directory is too short") }
}
