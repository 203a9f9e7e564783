import CArchive

/// The decompressed bytes of a zstd stream: one or more frames (RFC 8878, 3.1), and nothing else up to the end of the
/// source.
final class ZstdStream: ByteStream {
  private let archive: OpaquePointer
  private let bridge: SourceBridge
  private let limits: ArchiveLimits
  private var block = UnsafeRawBufferPointer(start: nil, count: 0)
  private var hasEnded = false
  private var produced: Int64 = 0

  /// The number of bytes returned so far.
  private(set) var position: Int64 = 0

  init(_ source: @escaping ArchiveSource, limits: ArchiveLimits) throws {
    self.limits = limits
    bridge = SourceBridge(source)
    archive = try LibArchive.handle(archive_read_new())
    // The filter is appended, not detected. With detection, a compressed stream inside of the stream would be decompressed, too,
    // and a stream without compression would be accepted.
    try check(archive_read_append_filter(archive, ARCHIVE_FILTER_ZSTD))
    try check(archive_read_support_format_raw(archive))
    let context = Unmanaged.passUnretained(bridge).toOpaque()
    try check(
      archive_read_open(
        archive, context, nil,
        { _, context, block in
          guard let context, let block else { return -1 }
          return Unmanaged<SourceBridge>.fromOpaque(context).takeUnretainedValue().read(block)
        }, nil))
    var entry: OpaquePointer?
    try check(archive_read_next_header(archive, &entry))
  }

  deinit {
    archive_read_free(archive)
  }

  /// Fills the buffer from its start and returns the number of bytes. It is less than the buffer's size only at the end of the stream.
  func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
    var filled = 0
    while filled < buffer.count {
      if block.isEmpty {
        try nextBlock()
        if block.isEmpty { break }
      }
      let count = min(block.count, buffer.count - filled)
      UnsafeMutableRawBufferPointer(rebasing: buffer[filled...])
        .copyMemory(from: UnsafeRawBufferPointer(rebasing: block[..<count]))
      block = UnsafeRawBufferPointer(rebasing: block[count...])
      filled += count
    }
    position += Int64(filled)
    return filled
  }

  private func nextBlock() throws {
    guard !hasEnded else { return }
    var start: UnsafeRawPointer?
    var count = 0
    var offset: la_int64_t = 0
    let result = archive_read_data_block(archive, &start, &count, &offset)
    if result == ARCHIVE_EOF {
      hasEnded = true
      return
    }
    try check(result)
    block = UnsafeRawBufferPointer(start: start, count: count)
    produced += Int64(count)
    if block.isEmpty { throw ArchiveError(.damaged, "an empty block in the zstd stream") }
    if produced > limits.tarSize { throw ArchiveError(.limit, "the archive is larger than allowed") }
    try limits.checkRatio(produced: produced, consumed: bridge.consumed)
  }

  private func check(_ result: Int32) throws {
    if result == ARCHIVE_OK { return }
    if let error = bridge.error { throw error }
    if bridge.consumed == 0 { throw ArchiveError(.damaged, "the archive is empty") }
    throw ArchiveError(.damaged, result == ARCHIVE_EOF ? "the zstd stream is empty" : LibArchive.message(archive))
  }
}
