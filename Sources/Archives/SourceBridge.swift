/// Connects a source to libarchive's read callback, and keeps the error of the source.
final class SourceBridge {
  private let source: ArchiveSource
  private let buffer = RawBuffer()
  private(set) var error: (any Error)?
  private var hasEnded = false

  /// The number of bytes read from the source.
  private(set) var consumed: Int64 = 0

  init(_ source: @escaping ArchiveSource) {
    self.source = source
  }

  /// Implements `archive_read_callback`.
  func read(_ block: UnsafeMutablePointer<UnsafeRawPointer?>) -> Int {
    if error != nil { return -1 }
    if hasEnded { return 0 }
    do {
      let count = try source(buffer.bytes)
      precondition(count >= 0 && count <= buffer.bytes.count, "a source returned a count outside its buffer")
      hasEnded = count == 0
      consumed += Int64(count)
      block.pointee = UnsafeRawPointer(buffer.bytes.baseAddress)
      return count
    } catch {
      self.error = error
      return -1
    }
  }
}
