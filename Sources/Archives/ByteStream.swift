/// The bytes of an archive.
protocol ByteStream: AnyObject {
  /// The number of bytes returned so far.
  var position: Int64 { get }

  /// Fills the buffer from its start and returns the number of bytes. It is less than the buffer's size only at the end of the stream.
  func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int
}

/// The bytes of a source, unchanged.
final class PlainStream: ByteStream {
  private let source: ArchiveSource
  private(set) var position: Int64 = 0

  init(_ source: @escaping ArchiveSource) {
    self.source = source
  }

  func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
    var filled = 0
    while filled < buffer.count {
      let room = UnsafeMutableRawBufferPointer(rebasing: buffer[filled...])
      let count = try source(room)
      precondition(count >= 0 && count <= room.count, "a source returned a count outside its buffer")
      if count == 0 { break }
      filled += count
    }
    position += Int64(filled)
    return filled
  }
}
