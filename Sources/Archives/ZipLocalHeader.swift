/// A local header (APPNOTE 4.3.7), compared with the entry's record in the central directory.
///
/// Some readers use the local headers and others the directory. If both agree, all readers see the same archive.
struct ZipLocalHeader {
  static let fixedSize = 30

  /// The flags for the compression effort, which readers ignore.
  private static let effortBits: UInt16 = 0b110

  /// The offset of the content, directly after the header.
  let contentStart: Int64

  init(_ file: ArchiveFile, _ record: ZipRecord) throws(ArchiveError) {
    var fields = LittleEndian(try file.bytes(at: record.localStart, Self.fixedSize))
    guard try fields.u32() == 0x0403_4B50 else {
      throw ArchiveError(.damaged, "no local header at the offset in the directory")
    }
    _ = try fields.u16()
    let (flags, method) = (try fields.u16(), try fields.u16())
    _ = try fields.u32()
    let crc = try fields.u32()
    let (shortCompressed, shortSize) = (try fields.u32(), try fields.u32())
    let (nameLength, extraLength) = (Int(try fields.u16()), Int(try fields.u16()))
    let variable = try file.bytes(at: record.localStart + Int64(Self.fixedSize), nameLength + extraLength)
    var extra = try ZipExtraFields(variable[nameLength...])
    contentStart = record.localStart + Int64(Self.fixedSize + nameLength + extraLength)

    guard variable[..<nameLength].elementsEqual(record.name) else {
      throw ArchiveError(.unsafe, "the names in the local header and the directory differ")
    }
    guard flags | Self.effortBits == record.flags | Self.effortBits, method == record.method, extra.aes == record.aes
    else {
      throw ArchiveError(.unsafe, "the methods in the local header and the directory differ")
    }
    let size = shortSize == .max && extra.zip64 != nil ? try extra.nextZip64() : Int64(shortSize)
    let compressed = shortCompressed == .max && extra.zip64 != nil ? try extra.nextZip64() : Int64(shortCompressed)
    // If a data descriptor follows, these numbers are zero, or those known before the content was written.
    let mayBeZero = record.hasDescriptor
    guard crc == record.crc || mayBeZero && crc == 0, size == record.size || mayBeZero && size == 0,
      compressed == record.compressedSize || mayBeZero && compressed == 0
    else { throw ArchiveError(.unsafe, "the sizes or checksums in the local header and the directory differ") }
  }
}
