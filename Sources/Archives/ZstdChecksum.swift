/// Gives the one zstd frame that libarchive writes the content checksum that libarchive 3.6 cannot ask zstd for, so
/// that every changed byte of an archive is noticed by `zstd -t`, by tar and by our reader.
///
/// RFC 8878: bit 2 of the frame header's descriptor (3.1.1.1.1) announces the checksum, and the low four bytes of the
/// content's XXH64 follow the last block (3.1.1). All that lies between stays as it is.
final class ZstdChecksum {
  private static let descriptorOffset = 4
  private static let checksumFlag: UInt8 = 1 << 2

  private let sink: ArchiveSink
  private var header: [UInt8] = []
  private var isOurs = false
  private var hash = XXHash64()

  init(_ sink: @escaping ArchiveSink) {
    self.sink = sink
  }

  /// Takes note of bytes before they are compressed.
  func content(_ bytes: UnsafeRawBufferPointer) {
    hash.update(bytes)
  }

  /// Takes compressed bytes and hands them on.
  func compressed(_ bytes: UnsafeRawBufferPointer) throws {
    let missing = Self.descriptorOffset + 1 - header.count
    guard missing > 0 else { return try sink(bytes) }
    header.append(contentsOf: bytes.prefix(missing))
    guard header.count > Self.descriptorOffset else { return }
    isOurs = header[Self.descriptorOffset] & Self.checksumFlag == 0
    header[Self.descriptorOffset] |= Self.checksumFlag
    try header.withUnsafeBytes { try sink($0) }
    if bytes.count > missing { try sink(UnsafeRawBufferPointer(rebasing: bytes.dropFirst(missing))) }
  }

  /// Ends the frame.
  func finish() throws {
    guard isOurs else { return }
    let sum = UInt32(truncatingIfNeeded: hash.value).littleEndian
    try withUnsafeBytes(of: sum) { try sink($0) }
  }
}
