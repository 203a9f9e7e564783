/// The chunks of the payload, each encrypted separately (age-encryption.org/v1, "Payload").
struct AgePayload: ~Copyable {
  /// The plain size of each chunk in bytes, except for the last, which may be smaller.
  static let chunkSize = 64 << 10
  static let sealedChunkSize = chunkSize + ChaChaPoly.tagSize

  /// The size of the nonce before the first chunk, which makes the payload's key unique.
  static let nonceSize = 16

  private let cipher: ChaChaPoly

  /// 11 bytes that count the chunks, in big-endian order, and one that marks the last chunk.
  private var nonce = [UInt8](repeating: 0, count: ChaChaPoly.nonceSize)

  /// The number of chunks so far.
  private(set) var count = 0

  init(fileKey: borrowing SecretBytes, nonce: [UInt8], isSealing: Bool) {
    cipher = ChaChaPoly(key: HKDF.derive(from: fileKey, salt: nonce, info: "payload"), isSealing: isSealing)
  }

  mutating func seal(_ plain: UnsafeRawBufferPointer, isLast: Bool, into sealed: UnsafeMutableRawBufferPointer) {
    advance(isLast)
    cipher.seal(plain, nonce: nonce, into: sealed)
  }

  /// Decrypts a chunk. Returns false, and wipes `plain`, if it is not the next chunk.
  mutating func open(
    _ sealed: UnsafeRawBufferPointer, isLast: Bool, into plain: UnsafeMutableRawBufferPointer
  ) -> Bool {
    advance(isLast)
    return cipher.open(sealed, nonce: nonce, into: plain)
  }

  private mutating func advance(_ isLast: Bool) {
    for index in 0..<8 { nonce[10 - index] = UInt8(truncatingIfNeeded: count >> (8 * index)) }
    nonce[11] = isLast ? 1 : 0
    count += 1
  }

  /// Returns the plain size of a payload with chunks of this total size; nil if no payload has that size.
  static func plainSize(sealedSize: Int) -> Int? {
    let (full, rest) = max(sealedSize, 0).quotientAndRemainder(dividingBy: sealedChunkSize)
    if rest == 0 { return full > 0 ? full * chunkSize : nil }
    let tagSize = ChaChaPoly.tagSize
    guard rest > tagSize || (rest == tagSize && full == 0) else { return nil }
    return full * chunkSize + rest - tagSize
  }
}
