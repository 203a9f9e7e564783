package import JSONDocument

extension OpenFile {
  /// Returns all bytes of the file. With `secret`, they are wiped when they are deallocated.
  package func contents(secret: Bool = false) throws -> JSONBytes {
    if let memory { return memory }
    try rewind()
    return try JSONBytes.collecting(path.text, expected: size, secret: secret) { try self.read(into: $0) }
  }
}

extension JSONBytes {
  /// Reads `source` to its end. `name` names it in errors, and `expected` is its stored size, for which memory is reserved.
  ///
  /// Throws an error of kind `malformed` for more than `limit` bytes, if possible before the first byte is read, so that no input can exhaust
  /// the memory. Throws an error of kind `inputOutput` if memory runs out below the limit.
  package static func collecting(
    _ name: String, expected: Int64, secret: Bool, limit: Int = 1 << 32,
    _ source: (UnsafeMutableRawBufferPointer) throws -> Int
  ) throws -> JSONBytes {
    // Encryption adds less than a thousandth.
    guard expected - expected / 1000 <= Int64(limit) else {
      throw OKitError(.malformed, "\(name) is too large: \(expected) bytes; the limit is \(limit)")
    }
    let bytes = JSONBytes(capacity: 0, secret: secret)
    // The size that an archive declares may be false, so only the bytes that arrive can fail.
    let size = pieceSize(for: expected)
    _ = bytes.makeRoom(for: Int(clamping: Swift.min(Swift.max(expected, 0), Int64(limit))) + size)
    while true {
      guard bytes.makeRoom(for: size) else { throw OKitError.outOfMemory(name) }
      if try bytes.append(atMost: size, source) == 0 { return bytes }
      guard bytes.count <= limit else {
        throw OKitError(.malformed, "\(name) is too large; the limit is \(limit) bytes")
      }
    }
  }
}
