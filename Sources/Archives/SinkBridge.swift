import CArchive

/// Connects a sink to libarchive's write callback, and keeps the error of the sink.
final class SinkBridge {
  private let sink: ArchiveSink
  private(set) var error: (any Error)?
  private var isClosed = false

  init(_ sink: @escaping ArchiveSink) {
    self.sink = sink
  }

  /// Discards all further bytes, because freeing an unfinished archive would flush them to the sink.
  func close() {
    isClosed = true
  }

  func open(_ archive: OpaquePointer) throws {
    try LibArchive.check(archive_write_set_bytes_per_block(archive, Int32(LibArchive.blockSize)), writing: archive)
    // Otherwise the last block would be padded with zeros.
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

  /// Throws the error of the sink if there is one, or else that of libarchive.
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

/// Memory that is freed with this object, even if the initializer of the class that uses it throws.
final class RawBuffer {
  let bytes: UnsafeMutableRawBufferPointer

  init(_ count: Int = LibArchive.blockSize) {
    bytes = .allocate(byteCount: count, alignment: 16)
  }

  deinit {
    bytes.deallocate()
  }
}
