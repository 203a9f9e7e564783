import CZstd

/// Compresses bytes to a single zstd frame (RFC 8878) without a checksum, in constant memory.
///
/// libarchive can also compress with zstd, but it does not let callers choose the job size of the threads. With zstd's default job
/// size, a backup needs three times the memory.
final class ZstdCompressor {
  private static let level: Int32 = 3
  /// The size of a job. Each thread holds several input and output buffers of this size, so it is only as large as the window of this
  /// level. With an overlap of a whole window, the compression is as good as with larger jobs, in a third of the memory.
  private static let bytesPerJob: Int32 = 2 << 20
  private static let wholeWindow: Int32 = 9

  private let context: OpaquePointer
  private let sink: ArchiveSink
  private let output = RawBuffer(ZSTD_CStreamOutSize())

  /// Starts a frame. `threads` is the number of additional threads; 0 compresses on the caller's thread.
  init(threads: Int, sink: @escaping ArchiveSink) throws(ArchiveError) {
    guard let context = ZSTD_createCCtx() else { throw ArchiveError(.failed, "not enough memory for zstd") }
    self.context = context
    self.sink = sink
    try set(ZSTD_c_compressionLevel, Self.level)
    if threads > 0 {
      try set(ZSTD_c_nbWorkers, Int32(clamping: threads))
      try set(ZSTD_c_jobSize, Self.bytesPerJob)
      try set(ZSTD_c_overlapLog, Self.wholeWindow)
    }
  }

  deinit {
    ZSTD_freeCCtx(context)
  }

  /// Compresses bytes. Passes the output that is ready to the sink, in pieces of up to 128 KiB.
  func write(_ bytes: UnsafeRawBufferPointer) throws {
    var input = ZSTD_inBuffer(src: bytes.baseAddress, size: bytes.count, pos: 0)
    while input.pos < input.size { _ = try compress(&input, ZSTD_e_continue) }
  }

  /// Ends the frame. All of its bytes are passed to the sink before this returns.
  func finish() throws {
    var input = ZSTD_inBuffer(src: nil, size: 0, pos: 0)
    while try compress(&input, ZSTD_e_end) > 0 {}
  }

  /// Returns the minimum number of bytes left to write.
  private func compress(_ input: inout ZSTD_inBuffer, _ directive: ZSTD_EndDirective) throws -> Int {
    var made = ZSTD_outBuffer(dst: output.bytes.baseAddress, size: output.bytes.count, pos: 0)
    let rest = try Self.check(ZSTD_compressStream2(context, &made, &input, directive))
    if made.pos > 0 { try sink(UnsafeRawBufferPointer(rebasing: output.bytes[..<made.pos])) }
    return rest
  }

  private func set(_ parameter: ZSTD_cParameter, _ value: Int32) throws(ArchiveError) {
    _ = try Self.check(ZSTD_CCtx_setParameter(context, parameter, value))
  }

  private static func check(_ result: Int) throws(ArchiveError) -> Int {
    if ZSTD_isError(result) != 0 { throw ArchiveError(.failed, "zstd: \(String(cString: ZSTD_getErrorName(result)))") }
    return result
  }
}
