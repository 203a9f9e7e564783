/// A header of the central directory (APPNOTE 4.3.12), not yet compared with the file.
struct ZipRecord {
  static let fixedSize = 46

  let flags: UInt16
  let method: UInt16
  let crc: UInt32
  let compressedSize: Int64
  let size: Int64
  let attributes: UInt32
  let localStart: Int64
  let name: [UInt8]
  let aes: ZipExtraFields.AES?
  let unicodePath: [UInt8]?

  /// The size of the whole header in bytes.
  let length: Int64

  /// True if a data descriptor follows the content (bit 3 of the flags).
  var hasDescriptor: Bool { flags & 1 << 3 != 0 }

  init(_ file: ArchiveFile, at start: Int64, end: Int64) throws(ArchiveError) {
    guard start + Int64(Self.fixedSize) <= end else { throw Self.malformed }
    var fields = LittleEndian(try file.bytes(at: start, Self.fixedSize))
    guard try fields.u32() == 0x0201_4B50 else { throw Self.malformed }
    _ = try fields.u16()
    _ = try fields.u16()
    (flags, method) = (try fields.u16(), try fields.u16())
    _ = try fields.u32()
    crc = try fields.u32()
    let (shortCompressed, shortSize) = (try fields.u32(), try fields.u32())
    let (nameLength, extraLength) = (Int(try fields.u16()), Int(try fields.u16()))
    let (commentLength, disk) = (Int(try fields.u16()), try fields.u16())
    _ = try fields.u16()
    attributes = try fields.u32()
    let shortStart = try fields.u32()

    length = Int64(Self.fixedSize + nameLength + extraLength + commentLength)
    guard start + length <= end else { throw Self.malformed }
    let variable = try file.bytes(at: start + Int64(Self.fixedSize), nameLength + extraLength)
    name = Array(variable[..<nameLength])
    var extra = try ZipExtraFields(variable[nameLength...])
    size = shortSize == .max ? try extra.nextZip64() : Int64(shortSize)
    compressedSize = shortCompressed == .max ? try extra.nextZip64() : Int64(shortCompressed)
    localStart = shortStart == .max ? try extra.nextZip64() : Int64(shortStart)
    guard disk == 0 || disk == .max else {
      throw ArchiveError(.damaged, "its content is in another volume")
    }
    aes = extra.aes
    unicodePath = extra.unicodePath
  }

  private static var malformed: ArchiveError { ArchiveError(.damaged, "a malformed record in the zip directory") }
}
