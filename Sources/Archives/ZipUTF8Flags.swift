/// Marks names that are not ASCII as UTF-8 (bit 11 of the flags, APPNOTE 4.4.4) while a zip archive is written.
///
/// libarchive writes the bytes of the names unchanged but sets the mark only in a UTF-8 locale, which a minimal system does not
/// have. Without the mark, readers guess the encoding, and some guess code page 437.
final class ZipUTF8Flags {
  /// The bit in the second byte of the flags.
  private static let mark: UInt8 = 1 << 3
  private static let flagsInLocalHeader: Int64 = 7
  private static let flagsInRecord = 9
  private static let recordSignature: [UInt8] = [0x50, 0x4B, 1, 2]

  private let sink: ArchiveSink
  /// The offset in the archive of the next byte.
  private var position: Int64 = 0
  /// The offsets of future bytes to mark, in ascending order.
  private var offsets: [Int64] = []
  private var directoryStart = Int64.max
  /// The bytes of an incomplete record of the directory.
  private var record: [UInt8] = []

  init(_ sink: @escaping ArchiveSink) {
    self.sink = sink
  }

  /// Records that the local header of an entry begins at this offset.
  func beginEntry(_ name: String, at start: Int64) {
    if !Self.isASCII(name.utf8) { offsets.append(start + Self.flagsInLocalHeader) }
  }

  /// Records that the directory begins at this offset.
  func beginDirectory(at start: Int64) { directoryStart = start }

  /// Writes the next bytes of the archive.
  func write(_ bytes: UnsafeRawBufferPointer) throws {
    let headers = Int(min(max(0, directoryStart - position), Int64(bytes.count)))
    try writeEntries(UnsafeRawBufferPointer(rebasing: bytes[..<headers]))
    try writeDirectory(bytes[headers...])
    position += Int64(bytes.count)
  }

  /// Writes the remaining bytes. The archive is then complete.
  func finish() throws {
    if !record.isEmpty { try record.withUnsafeBytes(sink) }
    record = []
  }

  private func writeEntries(_ bytes: UnsafeRawBufferPointer) throws {
    let end = position + Int64(bytes.count)
    let count = offsets.firstIndex { $0 >= end } ?? offsets.count
    guard count > 0 else {
      if !bytes.isEmpty { try sink(bytes) }
      return
    }
    var marked = Array(bytes)
    for offset in offsets[..<count] { marked[Int(offset - position)] |= Self.mark }
    offsets.removeFirst(count)
    try marked.withUnsafeBytes(sink)
  }

  /// Writes bytes of the directory, which arrive in pieces of any size. A record is marked when it is complete.
  private func writeDirectory(_ bytes: Slice<UnsafeRawBufferPointer>) throws {
    guard !bytes.isEmpty else { return }
    record += bytes
    var start = 0
    while let length = Self.length(of: record[start...]), length <= record.count - start {
      let name = record[(start + ZipRecord.fixedSize)...].prefix(Self.number(record[start...], at: 28))
      if !Self.isASCII(name) { record[start + Self.flagsInRecord] |= Self.mark }
      start += length
    }
    if start > 0 { try record[..<start].withUnsafeBytes(sink) }
    record.removeFirst(start)
  }

  /// Returns the length of the directory record at the start of these bytes; nil if they are too short or another record. The records
  /// at the end contain no names.
  private static func length(of bytes: ArraySlice<UInt8>) -> Int? {
    guard bytes.count >= ZipRecord.fixedSize, bytes.prefix(4).elementsEqual(recordSignature) else { return nil }
    return ZipRecord.fixedSize + number(bytes, at: 28) + number(bytes, at: 30) + number(bytes, at: 32)
  }

  private static func number(_ bytes: ArraySlice<UInt8>, at offset: Int) -> Int {
    Int(bytes[bytes.startIndex + offset]) | Int(bytes[bytes.startIndex + offset + 1]) << 8
  }

  private static func isASCII(_ bytes: some Sequence<UInt8>) -> Bool { bytes.allSatisfy { $0 < 0x80 } }
}
