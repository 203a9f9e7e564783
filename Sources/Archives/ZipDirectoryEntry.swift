extension ZipDirectory {
  /// An entry in the directory.
  package struct Entry: Equatable, Sendable {
    /// The name, which follows the rules of ``ArchiveEntry/name``. A folder has no trailing `/`, and a leading `./` is
    /// removed. The name of the packed folder itself is empty.
    package let name: String
    /// The type of the entry. Other types are refused.
    package let kind: ArchiveEntry.Kind
    /// The declared size of the content in bytes, which `ArchiveReader` verifies.
    package let size: Int64
    /// The size in the archive in bytes, including the salt and MAC of the encryption.
    let compressedSize: Int64
    /// The encryption of the content.
    let encryption: Encryption

    let localStart: Int64
    /// True for the packed folder itself, which has no content.
    var isRoot: Bool { name.isEmpty }
    private let contentStart: Int64
    private let crc: UInt32
    private let hasDescriptor: Bool
  }
}

extension ZipDirectory.Entry {
  /// The supported flags (APPNOTE 4.4.4): encrypted, two bits for the compression effort, data descriptor, UTF-8.
  private static let knownFlags: UInt16 = 1 << 0 | 1 << 1 | 1 << 2 | 1 << 3 | 1 << 11

  /// Validates a record of the directory and its local header.
  init(_ record: ZipRecord, _ headers: ArchiveFile) throws(ArchiveError) {
    let text = String(decoding: record.name, as: UTF8.self)
    do throws(ArchiveError) {
      // This comes first, so that an entry with different data in both places is reported as damaged or unsafe, not as unsupported.
      contentStart = try ZipLocalHeader(headers, record).contentStart
      guard text.utf8.elementsEqual(record.name) else {
        throw ArchiveError(.unsupported, "a name that is not UTF-8")
      }
      let kind = try Self.kind(record)
      self.kind = kind
      let path = ArchiveName.withoutDot(text)
      name = kind == .folder && path.isEmpty && !text.isEmpty ? "" : try ArchiveName.check(path, kind: kind)
      guard record.flags & ~Self.knownFlags == 0 else {
        throw ArchiveError(.unsupported, "an unknown encryption method")
      }
      if let path = record.unicodePath, path != record.name {
        throw ArchiveError(.unsafe, "a different name in its Unicode field")
      }
      let (encryption, method) = try Self.encryption(record)
      self.encryption = encryption
      size = record.size
      compressedSize = record.compressedSize
      try Self.checkSizes(record, kind, encryption, method)
      localStart = record.localStart
      crc = record.crc
      hasDescriptor = record.hasDescriptor
    } catch {
      throw error.naming(text)
    }
  }

  /// Returns the type of an entry. If the upper half of the attributes is a Unix mode, it decides. Otherwise a trailing `/` and
  /// the folder bit of MS-DOS decide.
  private static func kind(_ record: ZipRecord) throws(ArchiveError) -> ArchiveEntry.Kind {
    let endsWithSlash = record.name.last == UInt8(ascii: "/")
    switch record.attributes >> 16 & 0o170000 {
    case 0o100000 where endsWithSlash: throw ArchiveError(.unsafe, "a file with the name of a folder")
    case 0o100000: return .file
    case 0o040000: return .folder
    case 0o120000: throw ArchiveError(.unsafe, "a symbolic link")
    case 0: return endsWithSlash || record.attributes & 0x10 != 0 ? .folder : .file
    default: throw ArchiveError(.unsafe, "an entry that is neither a file nor a folder")
    }
  }

  private static func encryption(
    _ record: ZipRecord
  ) throws(ArchiveError) -> (encryption: ZipDirectory.Encryption, method: UInt16) {
    let isEncrypted = record.flags & 1 != 0
    var (encryption, method) = (isEncrypted ? ZipDirectory.Encryption.weak : .none, record.method)
    if method == 99 {
      guard isEncrypted, let aes = record.aes, (1...2).contains(aes.version), (1...3).contains(aes.strength) else {
        throw ArchiveError(.damaged, "a malformed AES field")
      }
      (encryption, method) = (.aes(64 + 64 * Int(aes.strength)), aes.method)
    }
    guard method == 0 || method == 8 else { throw ArchiveError(.unsupported, "compression method \(method)") }
    return (encryption, method)
  }

  private static func checkSizes(
    _ record: ZipRecord, _ kind: ArchiveEntry.Kind, _ encryption: ZipDirectory.Encryption, _ method: UInt16
  ) throws(ArchiveError) {
    let overhead: Int64 =
      switch encryption {
      case .none: 0
      case .weak: 12
      // A salt of half the key's length, two bytes to verify the password, and ten of the MAC.
      case .aes(let bits): Int64(bits) / 16 + 2 + 10
      }
    guard record.compressedSize >= overhead, method != 0 || record.compressedSize == record.size + overhead else {
      throw ArchiveError(.damaged, "a size that does not fit its content")
    }
    // Deflating no content takes two bytes.
    if kind == .folder, record.size > 0 || record.compressedSize > overhead + 2 {
      throw ArchiveError(.damaged, "a folder with content")
    }
  }

  /// Checks the bytes between the content and the next header. They must be a data descriptor (APPNOTE 4.3.9), in any of its
  /// common forms, if the flags announce one. Otherwise there must be none.
  func checkEnd(_ file: ArchiveFile, next: Int64) throws(ArchiveError) {
    let (end, overflow) = contentStart.addingReportingOverflow(compressedSize)
    guard !overflow, end <= next else { throw ArchiveError(.unsafe, "shares bytes with the next entry") }
    let gap = next - end
    if gap == 0, !hasDescriptor || compressedSize == 0 { return }
    guard hasDescriptor, [12, 16, 20, 24].contains(gap) else {
      throw ArchiveError(.unsafe, "followed by bytes that belong to no entry")
    }
    var fields = LittleEndian(try file.bytes(at: end, Int(gap)))
    let wrong = ArchiveError(.damaged, "a data descriptor that differs from the directory")
    if gap == 16 || gap == 24, try fields.u32() != 0x0807_4B50 { throw wrong }
    let width = gap > 16 ? 8 : 4
    // A short descriptor stores only the low half of a large number.
    let mask = width == 8 ? UInt64.max : UInt64(UInt32.max)
    guard try fields.u32() == crc, try fields.number(width) == UInt64(compressedSize) & mask,
      try fields.number(width) == UInt64(size) & mask
    else { throw wrong }
  }
}
