/// Bytes in memory as a source that gives at most `piece` of them at a time.
struct ByteSource {
  private var rest: ArraySlice<UInt8>
  private let piece: Int

  init(_ bytes: [UInt8], piece: Int) {
    rest = bytes[...]
    self.piece = piece
  }

  mutating func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
    let next = rest.prefix(min(buffer.count, piece))
    buffer.copyBytes(from: next)
    rest = rest.dropFirst(next.count)
    return next.count
  }

  /// All that a source gives.
  static func collect(
    buffer size: Int = 1 << 16, _ read: (UnsafeMutableRawBufferPointer) throws -> Int
  ) rethrows -> [UInt8] {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: size)
    while case let count = try buffer.withUnsafeMutableBytes(read), count > 0 { bytes += buffer[..<count] }
    return bytes
  }
}
