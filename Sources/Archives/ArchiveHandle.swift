import CArchive

/// A libarchive writer with its sink. Deallocation frees the archive; its remaining bytes are not written to the sink.
final class ArchiveHandle {
  let pointer: OpaquePointer
  private let bridge: SinkBridge
  private var isFreed = false

  init(sink: @escaping ArchiveSink) throws(ArchiveError) {
    pointer = try LibArchive.handle(archive_write_new())
    bridge = SinkBridge(sink)
  }

  deinit {
    free()
  }

  /// Frees the archive. No call may follow. After a failure, libarchive can access the last bytes that it received, so the owner of
  /// these bytes must call this while they are valid.
  func free() {
    guard !isFreed else { return }
    isFreed = true
    bridge.close()
    // Otherwise libarchive would complete an open archive with zeros for the rest of its last entry.
    archive_write_fail(pointer)
    archive_write_free(pointer)
  }

  func configure(_ result: Int32) throws(ArchiveError) {
    try LibArchive.check(result, writing: pointer)
  }

  func check(_ result: Int32) throws {
    try bridge.check(result, pointer)
  }

  /// The number of bytes created so far in an uncompressed archive, including bytes not yet passed to the sink.
  var position: Int64 { archive_filter_bytes(pointer, 0) }

  func open() throws {
    try bridge.open(pointer)
  }

  func startEntry(_ metadata: EntryMetadata) throws {
    try check(archive_write_header(pointer, metadata.pointer))
  }

  func write(_ bytes: UnsafeRawBufferPointer) throws {
    var rest = bytes
    while !rest.isEmpty {
      let count = archive_write_data(pointer, rest.baseAddress, rest.count)
      if count <= 0 {
        try check(Int32(ARCHIVE_FATAL))
      }
      rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(count))
    }
  }

  func finishEntry() throws {
    try check(archive_write_finish_entry(pointer))
  }

  func close() throws {
    try check(archive_write_close(pointer))
  }
}
