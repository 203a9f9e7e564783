package import JSONDocument

extension OpenFile {
  /// All bytes of the file, for a document. With `secret` they are wiped when the document goes.
  package func contents(secret: Bool = false) throws -> JSONBytes {
    try rewind()
    return try JSONBytes.collecting(path, expected: size, secret: secret) { try self.read(into: $0) }
  }
}

extension JSONBytes {
  /// Reads `source`, which errors call `name`, to its end. `expected` bytes, as they are stored, are made room for.
  ///
  /// More than `limit` are an error of kind `malformed`, before the first is read where it can be told by then: nobody makes us fill the
  /// memory. Where less than that fills it, the error is of kind `inputOutput`.
  package static func collecting(
    _ name: String, expected: Int64, secret: Bool, limit: Int = 1 << 32,
    _ source: (UnsafeMutableRawBufferPointer) throws -> Int
  ) throws -> JSONBytes {
    // Encryption adds less than a thousandth.
    guard expected - expected / 1000 <= Int64(limit) else {
      throw OKitError(.malformed, "\(name) is too large: \(expected) bytes; the limit is \(limit)")
    }
    let bytes = JSONBytes(capacity: 0, secret: secret)
    // What an archive declares may be a lie, and is no reason to stop before as much has come.
    _ = bytes.makeRoom(for: Int(clamping: Swift.min(Swift.max(expected, 0), Int64(limit))))
    try forEachPiece(of: source) { piece in
      guard bytes.count + piece.count <= limit else {
        throw OKitError(.malformed, "\(name) is too large; the limit is \(limit) bytes")
      }
      guard bytes.makeRoom(for: piece.count) else { throw OKitError.outOfMemory(name) }
      bytes.append(piece)
    }
    return bytes
  }
}
