import CArchive

/// A libarchive writer with the sink behind it, freed with this object; whatever it still held then reaches no sink.
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

  /// Frees the archive; nothing may follow. After a failure that can read the rest of the bytes it was given last: so the owner of
  /// those calls this while it still has them.
  func free() {
    guard !isFreed else { return }
    isFreed = true
    bridge.close()
    // One that is not closed would be completed first, with zeros for all that its last entry still lacks.
    archive_write_fail(pointer)
    archive_write_free(pointer)
  }

  func configure(_ result: Int32) throws(ArchiveError) {
    try LibArchive.check(result, writing: pointer)
  }

  func check(_ result: Int32) throws {
    try bridge.check(result, pointer)
  }

  /// The number of bytes made so far of an archive without compression, including those that the sink does not have yet.
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
