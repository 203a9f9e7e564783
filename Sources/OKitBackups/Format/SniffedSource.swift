import Ciphers

/// A source whose first bytes can be examined before it is read.
final class SniffedSource {
  /// The first bytes; fewer than requested only if there are no more.
  let prefix: [UInt8]
  private var rest: ArraySlice<UInt8>
  private let source: CipherSource

  init(_ source: @escaping CipherSource, count: Int) throws {
    var prefix: [UInt8] = []
    try withUnsafeTemporaryAllocation(byteCount: count, alignment: 1) { buffer in
      while prefix.count < count {
        let room = UnsafeMutableRawBufferPointer(rebasing: buffer[..<(count - prefix.count)])
        let read = try source(room)
        if read == 0 { break }
        prefix += room[..<read]
      }
    }
    self.prefix = prefix
    self.source = source
    rest = prefix[...]
  }

  /// Reads up to `buffer.count` bytes and returns their count; 0 at the end.
  func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
    if rest.isEmpty { return try source(buffer) }
    let piece = rest.prefix(buffer.count)
    buffer.copyBytes(from: piece)
    rest = rest.dropFirst(piece.count)
    return piece.count
  }
}
