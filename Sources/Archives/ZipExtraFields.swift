/// The relevant extra fields of a zip header (APPNOTE 4.5).
struct ZipExtraFields {
  /// The AES field (WinZip AES specification, II.B), without id and length.
  struct AES: Equatable {
    let version: UInt16
    let strength: UInt8
    let method: UInt16
  }

  private(set) var zip64: LittleEndian?
  private(set) var aes: AES?

  /// The name in a Unicode path field (APPNOTE 4.6.9), which some readers prefer to the header's.
  private(set) var unicodePath: [UInt8]?

  init(_ bytes: ArraySlice<UInt8>) throws(ArchiveError) {
    var fields = LittleEndian(bytes)
    // Tools that align content add up to three zeros.
    while fields.rest.count >= 4 {
      let id = try fields.u16()
      let content = try fields.bytes(Int(fields.u16()))
      switch id {
      case 0x0001:
        guard zip64 == nil else { throw Self.twice }
        zip64 = LittleEndian(content)
      case 0x9901:
        guard aes == nil else { throw Self.twice }
        aes = try Self.aes(content)
      case 0x7075:
        guard unicodePath == nil else { throw Self.twice }
        unicodePath = Array(content.dropFirst(5))
      default:
        break
      }
    }
    guard fields.rest.allSatisfy({ $0 == 0 }) else { throw ArchiveError(.damaged, "malformed extra fields") }
  }

  /// Reads the next number of the zip64 field, which contains only the numbers that do not fit into the header.
  mutating func nextZip64() throws(ArchiveError) -> Int64 {
    guard var fields = zip64 else { throw ArchiveError(.damaged, "a zip64 field is missing") }
    let value = try fields.i64()
    zip64 = fields
    return value
  }

  private static func aes(_ content: ArraySlice<UInt8>) throws(ArchiveError) -> AES {
    var fields = LittleEndian(content)
    let version = try fields.u16()
    guard try fields.bytes(2).elementsEqual("AE".utf8) else { throw ArchiveError(.damaged, "a malformed AES field") }
    let strength = UInt8(try fields.number(1))
    return AES(version: version, strength: strength, method: try fields.u16())
  }

  private static var twice: ArchiveError { ArchiveError(.damaged, "a duplicate extra field") }
}
