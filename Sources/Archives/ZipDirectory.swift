/// The directory of a zip archive (APPNOTE 6.3). It is read and compared with the whole file before libarchive reads the file.
///
/// libarchive trusts the local headers, 7-Zip the central ones, and neither compares them. Here they must agree in name, flags,
/// method, size and checksum. The file must consist of nothing else: for each entry a local header, content and data descriptor,
/// without gaps from the first byte on; then the directory; then the end record with its comment; then optional zeros that pad
/// a block. An archive with data before it (such as a self-extracting one), after it or between its entries is refused. So are
/// entries that the directory does not list, and entries that share content.
///
/// Memory is bounded by the number of entries and the length of their names, and time by the number of entries.
package struct ZipDirectory: Sendable {
  /// The encryption of an entry.
  enum Encryption: Equatable, Sendable {
    /// Not encrypted.
    case none
    /// ZipCrypto (APPNOTE 6.1), which can be broken within minutes.
    case weak
    /// AES with a key of 128, 192 or 256 bits (WinZip AE-1 and AE-2). The value is the number of bits.
    case aes(Int)
  }

  /// The entries in the order of the file, without the entry of the packed folder itself.
  package var entries: [Entry] { records.contains(where: \.isRoot) ? records.filter { !$0.isRoot } : records }

  /// All entries in the order of the file.
  let records: [Entry]

  /// The offset of the end of the archive. Only zeros follow.
  let end: Int64

  /// True if any entry is encrypted. In that case all files with content are.
  package let isEncrypted: Bool

  /// True if any entry is encrypted with ZipCrypto.
  let hasWeakEncryption: Bool

  /// Reads and checks the directory.
  ///
  /// - Parameters:
  ///   - descriptor: A regular file, open for reading. Its offset is neither used nor changed.
  ///   - limits: The limits to enforce. `ArchiveReader` detects duplicate names.
  /// - Throws: `ArchiveError` of kind `damaged`, `unsafe`, `unsupported`, `limit`, or `failed` with the `errno` of the
  ///   system.
  package init(descriptor: Int32, limits: ArchiveLimits = ArchiveLimits()) throws(ArchiveError) {
    let file = try ArchiveFile(descriptor)
    let end = try ZipEndRecord(file)
    guard end.entries <= Int64(limits.entries) else {
      throw ArchiveError(.limit, "more than \(limits.entries) entries")
    }
    // The headers are elsewhere in the file, so they get their own window.
    var found = try Self.read(file, end, headers: ArchiveFile(descriptor), limits)
    found.sort { $0.localStart < $1.localStart }
    var position: Int64 = 0
    for (index, entry) in found.enumerated() {
      guard entry.localStart == position else {
        let fault =
          entry.localStart < position ? "shares bytes with another entry" : "preceded by bytes that belong to no entry"
        throw ArchiveError(.unsafe, entry: entry.name, fault)
      }
      position = index + 1 < found.count ? found[index + 1].localStart : end.directoryStart
      do throws(ArchiveError) {
        try entry.checkEnd(file, next: position)
      } catch {
        throw error.naming(entry.name)
      }
    }
    guard position == end.directoryStart else { throw ArchiveError(.unsafe, "bytes that belong to no entry") }
    isEncrypted = found.contains { $0.encryption != .none }
    hasWeakEncryption = found.contains { $0.encryption == .weak }
    if isEncrypted, let plain = found.first(where: { $0.size > 0 && $0.encryption == .none }) {
      throw ArchiveError(.unsafe, entry: plain.name, "not encrypted, unlike other entries")
    }
    records = found
    self.end = end.archiveEnd
  }

  /// Returns the entries in the order of the directory, each compared with its local header.
  private static func read(
    _ file: ArchiveFile, _ end: ZipEndRecord, headers: ArchiveFile, _ limits: ArchiveLimits
  ) throws(ArchiveError) -> [Entry] {
    guard end.entries <= end.directorySize / Int64(ZipRecord.fixedSize) else {
      throw ArchiveError(.damaged, "the zip directory is too small for its entries")
    }
    var found: [Entry] = []
    found.reserveCapacity(Int(end.entries))
    var position = end.directoryStart
    let directoryEnd = end.directoryStart + end.directorySize
    var total: Int64 = 0
    for _ in 0..<end.entries {
      let record = try ZipRecord(file, at: position, end: directoryEnd)
      position += record.length
      let entry = try Entry(record, headers)
      guard entry.size <= limits.entrySize, entry.size <= limits.totalSize - total else {
        throw ArchiveError(.limit, entry: entry.name, "larger than allowed")
      }
      total += entry.size
      found.append(entry)
    }
    guard position == directoryEnd else {
      throw ArchiveError(.damaged, "the zip directory contains more than its entries")
    }
    try limits.checkRatio(produced: total, consumed: end.archiveEnd)
    return found
  }
}
