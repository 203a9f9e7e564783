/// Returns a source over bytes in memory that gives at most `piece` of them at a time.
package func source(_ bytes: [UInt8], piece: Int = .max) -> (UnsafeMutableRawBufferPointer) -> Int {
  var rest = bytes[...]
  return { buffer in
    let next = rest.prefix(min(buffer.count, piece))
    buffer.copyBytes(from: next)
    rest = rest.dropFirst(next.count)
    return next.count
  }
}

/// Returns all bytes of a source, read in pieces of `size` bytes.
package func readAll(
  buffer size: Int = 100_000, _ read: (UnsafeMutableRawBufferPointer) throws -> Int
) rethrows -> [UInt8] {
  var bytes: [UInt8] = []
  var buffer = [UInt8](repeating: 0, count: size)
  while case let count = try buffer.withUnsafeMutableBytes(read), count > 0 { bytes += buffer[..<count] }
  return bytes
}
