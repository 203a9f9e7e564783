/// A zip archive put together byte by byte, also with errors: every field can be set separately for the local header and for the directory. Names,
/// sizes and flags can be changed without the password.
package struct ZipFile {
  package struct Header {
    package var name: [UInt8]
    package var flags = 0
    package var method = 0
    package var crc: UInt32
    package var compressedSize: Int
    package var size: Int
    package var extra: [UInt8] = []
  }

  package struct Entry {
    package var local: Header
    package var central: Header
    package var content: [UInt8]
    package var after: [UInt8] = []
    package var madeBy = 3 << 8 | 20
    /// The upper half of the external attributes, a Unix mode.
    package var mode = 0o100600
    /// The lower half of the external attributes.
    package var attributes = 0
    package var start: Int?

    package init(_ name: String, _ content: [UInt8] = []) {
      self.init(Array(name.utf8), content)
    }

    package init(_ name: [UInt8], _ content: [UInt8] = []) {
      let header = Header(
        name: name, crc: ZipFile.crc(content), compressedSize: content.count, size: content.count)
      self.init(local: header, central: header, content: content)
      if name.last == UInt8(ascii: "/") { mode = 0o040700 }
    }

    fileprivate init(local: Header, central: Header, content: [UInt8]) {
      self.local = local
      self.central = central
      self.content = content
    }

    /// Changes a field of both headers.
    package mutating func change(_ change: (inout Header) -> Void) {
      change(&local)
      change(&central)
    }

    package func with(_ change: (inout Header) -> Void) -> Entry {
      var copy = self
      copy.change(change)
      return copy
    }
  }

  package var entries: [Entry]
  package var prefix: [UInt8] = []
  package var beforeDirectory: [UInt8] = []
  package var beforeEnd: [UInt8] = []
  package var comment: [UInt8] = []
  package var suffix: [UInt8] = []
  /// The number of entries in the end record, if it is wrong.
  package var count: Int?
  package var directoryStart: Int?
  package var disk = 0

  package init(_ entries: Entry...) {
    self.entries = entries
  }

  /// Reads an archive without data descriptors and zip64 fields, as 7-Zip writes it for small files.
  package init(reading bytes: [UInt8]) {
    entries = []
    func number(_ place: Int, _ count: Int) -> Int { (0..<count).reduce(0) { $0 | Int(bytes[place + $1]) << (8 * $1) } }
    func header(_ place: Int, _ fixed: Int, start: Int) -> Header {
      let (name, extra) = (number(place + 20, 2), number(place + 22, 2))
      let variable = start + fixed
      return Header(
        name: Array(bytes[variable..<variable + name]), flags: number(place, 2), method: number(place + 2, 2),
        crc: UInt32(number(place + 8, 4)), compressedSize: number(place + 12, 4), size: number(place + 16, 4),
        extra: Array(bytes[variable + name..<variable + name + extra]))
    }
    let end = bytes.count - 22
    var place = number(end + 16, 4)
    for _ in 0..<number(end + 10, 2) {
      let central = header(place + 8, 46, start: place)
      let start = number(place + 42, 4)
      let local = header(start + 6, 30, start: start)
      let content = start + 30 + local.name.count + local.extra.count
      var entry = Entry(
        local: local, central: central, content: Array(bytes[content..<content + central.compressedSize]))
      (entry.attributes, entry.mode) = (number(place + 38, 2), number(place + 40, 2))
      entries.append(entry)
      place += 46 + central.name.count + central.extra.count + number(place + 32, 2)
    }
  }

  package var bytes: [UInt8] {
    var file = prefix
    var directory: [UInt8] = []
    for entry in entries {
      let start = entry.start ?? file.count
      file += Self.u32(0x0403_4B50) + Self.u16(20) + Self.common(entry.local) + entry.local.name + entry.local.extra
      file += entry.content + entry.after
      directory += Self.u32(0x0201_4B50) + Self.u16(entry.madeBy) + Self.u16(20) + Self.common(entry.central)
      directory += Self.u16(0) + Self.u16(0) + Self.u16(0) + Self.u32(entry.mode << 16 | entry.attributes)
      directory += Self.u32(start) + entry.central.name + entry.central.extra
    }
    file += beforeDirectory
    let start = directoryStart ?? file.count
    file += directory + beforeEnd
    file += Self.u32(0x0605_4B50) + Self.u16(disk) + Self.u16(disk)
    file += Self.u16(count ?? entries.count) + Self.u16(count ?? entries.count)
    file += Self.u32(directory.count) + Self.u32(start) + Self.u16(comment.count) + comment + suffix
    return file
  }

  package func index(_ name: String) -> Int { entries.firstIndex { $0.central.name.elementsEqual(name.utf8) }! }

  private static func common(_ header: Header) -> [UInt8] {
    // A time that every reader accepts.
    u16(header.flags) + u16(header.method) + u16(0) + u16(33) + u32(Int(header.crc)) + u32(header.compressedSize)
      + u32(header.size) + u16(header.name.count) + u16(header.extra.count)
  }

  package static func u16(_ value: Int) -> [UInt8] { [UInt8(value & 255), UInt8(value >> 8 & 255)] }

  package static func u32(_ value: Int) -> [UInt8] { u16(value & 0xFFFF) + u16(value >> 16 & 0xFFFF) }

  package static func u64(_ value: Int) -> [UInt8] { u32(value & 0xFFFF_FFFF) + u32(value >> 32 & 0xFFFF_FFFF) }

  package static func crc(_ bytes: [UInt8]) -> UInt32 {
    var crc = UInt32.max
    for byte in bytes {
      crc ^= UInt32(byte)
      for _ in 0..<8 { crc = crc & 1 == 0 ? crc >> 1 : crc >> 1 ^ 0xEDB8_8320 }
    }
    return ~crc
  }
}
