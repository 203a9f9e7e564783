/// Zip archives byte by byte, wrong ones too. Every field can be set for the local header and for the directory's
/// record alone.
struct ZipBytes {
  struct Header {
    var name: [UInt8]
    var flags = 0
    var method = 0
    var crc: UInt32
    var compressedSize: Int
    var size: Int
    var extra: [UInt8] = []
  }

  struct Entry {
    var local: Header
    var central: Header
    var content: [UInt8]
    var after: [UInt8] = []
    var madeBy = 3 << 8 | 20
    var mode = 0o100600
    var attributes = 0
    var start: Int?

    init(_ name: String, _ content: [UInt8] = []) {
      self.init(Array(name.utf8), content)
    }

    init(_ name: [UInt8], _ content: [UInt8] = []) {
      local = Header(
        name: name, crc: ZipBytes.crc(content), compressedSize: content.count, size: content.count)
      central = local
      self.content = content
      if name.last == UInt8(ascii: "/") { mode = 0o040700 }
    }

    /// Changes a field of both headers.
    func with(_ change: (inout Header) -> Void) -> Entry {
      var copy = self
      change(&copy.local)
      change(&copy.central)
      return copy
    }
  }

  var entries: [Entry]
  var prefix: [UInt8] = []
  var beforeDirectory: [UInt8] = []
  var beforeEnd: [UInt8] = []
  var comment: [UInt8] = []
  var suffix: [UInt8] = []
  var count: Int?
  var directoryStart: Int?
  var disk = 0

  init(_ entries: Entry...) {
    self.entries = entries
  }

  var bytes: [UInt8] {
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

  private static func common(_ header: Header) -> [UInt8] {
    u16(header.flags) + u16(header.method) + u16(0) + u16(33) + u32(Int(header.crc)) + u32(header.compressedSize)
      + u32(header.size) + u16(header.name.count) + u16(header.extra.count)
  }

  static func u16(_ value: Int) -> [UInt8] { [UInt8(value & 255), UInt8(value >> 8 & 255)] }

  static func u32(_ value: Int) -> [UInt8] { u16(value & 0xFFFF) + u16(value >> 16 & 0xFFFF) }

  static func u64(_ value: Int) -> [UInt8] { u32(value & 0xFFFF_FFFF) + u32(value >> 32 & 0xFFFF_FFFF) }

  static func crc(_ bytes: [UInt8]) -> UInt32 {
    var crc = UInt32.max
    for byte in bytes {
      crc ^= UInt32(byte)
      for _ in 0..<8 { crc = crc & 1 == 0 ? crc >> 1 : crc >> 1 ^ 0xEDB8_8320 }
    }
    return ~crc
  }
}
