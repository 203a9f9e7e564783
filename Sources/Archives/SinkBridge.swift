import CArchive

/// Carries a sink through libarchive's write callback, and the sink's error back out of it.
final class SinkBridge {
  private let sink: ArchiveSink
  private(set) var error: (any Error)?
  private var isClosed = false

  init(_ sink: @escaping ArchiveSink) {
    self.sink = sink
  }

  /// From here on nothing reaches the sink: freeing an unfinished archive flushes it, and nobody wants those bytes.
  func close() {
    isClosed = true
  }

  func open(_ archive: OpaquePointer) throws {
    try LibArchive.check(archive_write_set_bytes_per_block(archive, Int32(LibArchive.blockSize)), writing: archive)
    // Without this the last block would be filled up with zeros.
    try LibArchive.check(archive_write_set_bytes_in_last_block(archive, 1), writing: archive)
    let result = archive_write_open(
      archive, Unmanaged.passUnretained(self).toOpaque(), nil,
      { _, context, bytes, count in
        guard let context else { return -1 }
        let bridge = Unmanaged<SinkBridge>.fromOpaque(context).takeUnretainedValue()
        return bridge.write(UnsafeRawBufferPointer(start: bytes, count: count)) ? count : -1
      }, nil)
    try check(result, archive)
  }

  /// Throws the sink's own error if it was the reason of a failure, else libarchive's.
  func check(_ result: Int32, _ archive: OpaquePointer) throws {
    if let error { throw error }
    try LibArchive.check(result, writing: archive)
  }

  private func write(_ bytes: UnsafeRawBufferPointer) -> Bool {
    if isClosed { return true }
    if error != nil { return false }
    do {
      try sink(bytes)
      return true
    } catch {
      self.error = error
      return false
    }
  }
}
