/// The blocks before a file's content in a tar archive: a ustar header (POSIX.1-2017, pax, "ustar Interchange Format"),
/// preceded by a pax header ("pax Extended Header") if the name, size or time does not fit into it.
///
/// libarchive's writer converts names with the locale of the process, loses names that are not ASCII if no UTF-8 locale is
/// installed, and crashes in that case in version 3.6.2. okit writes the bytes of the name.
struct TarEntryHeader {
  private static let nameField = 0..<100
  private static let prefixField = 345..<500
  /// The largest number with eleven octal digits.
  private static let maximumNumber: Int64 = 1 << 33 - 1

  /// The bytes of the header, a multiple of the block size.
  let blocks: [UInt8]

  /// Creates the header of a file with mode 0600, user 0 and group 0, so that it reveals nothing about this machine.
  init(name: String, size: Int64, modified: Int64) {
    let bytes = Array(name.utf8)
    var records: [UInt8] = []
    let parts = Self.split(bytes)
    if parts == nil { records += Self.record("path", bytes) }
    if size > Self.maximumNumber { records += Self.record("size", Array(String(size).utf8)) }
    let hasPlainTime = (0...Self.maximumNumber).contains(modified)
    if !hasPlainTime { records += Self.record("mtime", Array(String(modified).utf8)) }
    // This name is for readers without support for pax headers.
    let fallback = bytes.prefix(Self.nameField.count).map { $0 < 0x80 ? $0 : UInt8(ascii: "_") }
    let (prefix, base) = parts ?? (prefix: [], name: fallback[...])
    var blocks: [UInt8] = []
    if !records.isEmpty {
      let name = Array("PaxHeader".utf8)
      blocks += Self.ustar(type: "x", prefix: [], name: name[...], size: Int64(records.count), modified: 0)
      blocks += records + [UInt8](repeating: 0, count: Self.padding(Int64(records.count)))
    }
    // A reader with support for pax headers ignores this size. Other readers cannot read such a large file anyway.
    let shortSize = min(size, Self.maximumNumber)
    blocks += Self.ustar(
      type: "0", prefix: prefix, name: base, size: shortSize, modified: hasPlainTime ? modified : 0)
    self.blocks = blocks
  }

  /// Returns the number of zeros that pad `size` bytes of content to a multiple of the block size.
  static func padding(_ size: Int64) -> Int {
    let over = Int(size % Int64(TarHeader.blockSize))
    return over == 0 ? 0 : TarHeader.blockSize - over
  }

  /// The two blocks of zeros at the end of an archive.
  static let end = [UInt8](repeating: 0, count: 2 * TarHeader.blockSize)

  /// Splits a name into the two name fields of a ustar header; nil if it does not fit, or if readers would have to guess its encoding.
  private static func split(_ name: [UInt8]) -> (prefix: ArraySlice<UInt8>, name: ArraySlice<UInt8>)? {
    guard name.allSatisfy({ $0 < 0x80 }) else { return nil }
    if name.count <= nameField.count { return ([], name[...]) }
    // The first slash after which the name is short enough gives the shortest prefix.
    let earliest = name.count - nameField.count - 1
    guard let slash = name[earliest...].firstIndex(of: UInt8(ascii: "/")), slash > 0, slash <= prefixField.count,
      slash + 1 < name.count
    else { return nil }
    return (name[..<slash], name[(slash + 1)...])
  }

  /// Returns `LENGTH KEY=VALUE\n`. The length includes its own digits.
  private static func record(_ key: String, _ value: [UInt8]) -> [UInt8] {
    let rest = Array(" \(key)=".utf8) + value + [UInt8(ascii: "\n")]
    var length = rest.count
    while rest.count + String(length).utf8.count != length { length = rest.count + String(length).utf8.count }
    return Array(String(length).utf8) + rest
  }

  private static func ustar(
    type: Unicode.Scalar, prefix: ArraySlice<UInt8>, name: ArraySlice<UInt8>, size: Int64, modified: Int64
  ) -> [UInt8] {
    var block = [UInt8](repeating: 0, count: TarHeader.blockSize)
    func put(_ bytes: some Collection<UInt8>, at start: Int) {
      block.replaceSubrange(start..<start + bytes.count, with: bytes)
    }
    func put(_ number: Int64, _ digits: Int, at start: Int) {
      let octal = String(number, radix: 8)
      put((String(repeating: "0", count: digits - octal.utf8.count) + octal).utf8, at: start)
    }
    put(name, at: nameField.lowerBound)
    put(0o600, 7, at: 100)
    put(0, 7, at: 108)
    put(0, 7, at: 116)
    put(size, 11, at: 124)
    put(modified, 11, at: 136)
    block[156] = UInt8(ascii: type)
    put("ustar\u{0}00".utf8, at: 257)
    put(0, 7, at: 329)
    put(0, 7, at: 337)
    put(prefix, at: prefixField.lowerBound)
    put(TarHeader.sum(block), 6, at: 148)
    block[155] = UInt8(ascii: " ")
    return block
  }
}
