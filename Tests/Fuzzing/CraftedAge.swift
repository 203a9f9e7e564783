import TestSupport

@testable import Ciphers
@testable import OKitStorage

/// An age file with valid codes and tags, made from an input.
struct CraftedAge {
  /// 32 bytes of zeros in base64.
  static let base64 = String(repeating: "A", count: 43)

  static var fileKey: SecretBytes { secret(Array("sixteen byte key".utf8)) }

  /// The header from the version line to the code in the last line.
  let header: [UInt8]
  let chunks: [(plain: [UInt8], isLast: Bool)]
  private let trailer: [UInt8]

  /// The first byte is the number of chunks. For each chunk, one byte chooses its mark and its length, and one is the number of bytes that follow for
  /// it. The rest are the stanzas.
  init(_ input: [UInt8]) {
    var choices = Choices(input)
    var trailer: [UInt8] = []
    chunks = (0..<choices.number(below: 4)).map { _ in
      let flags = choices.number(below: 8)
      let piece = choices.piece()
      if flags == 7 { trailer = [0] }
      let isFull = flags & 2 != 0 && !piece.isEmpty
      let plain = isFull ? (0..<AgePayload.chunkSize).map { piece[$0 % piece.count] } : piece
      return (plain, flags & 1 != 0)
    }
    self.trailer = trailer
    let text = Array("age-encryption.org/v1\n".utf8) + choices.rest + Array("---".utf8)
    let key = HKDF.derive(from: Self.fileKey, salt: [], info: "header")
    header = text + [0x20] + Base64.encoded(HMAC.authenticate(text, key: key)) + [0x0A]
  }

  /// True if the chunks follow the format: full chunks, then one that is marked as the last, which is empty only if it is the only one.
  var isInOrder: Bool {
    guard trailer.isEmpty, let last = chunks.last, last.isLast else { return false }
    if last.plain.isEmpty && chunks.count > 1 { return false }
    return chunks.dropLast().allSatisfy { !$0.isLast && $0.plain.count == AgePayload.chunkSize }
  }

  var bytes: [UInt8] {
    let nonce = [UInt8](repeating: 7, count: AgePayload.nonceSize)
    var payload = AgePayload(fileKey: Self.fileKey, nonce: nonce, isSealing: true)
    var file = header + nonce
    for chunk in chunks {
      var sealed = [UInt8](repeating: 0, count: chunk.plain.count + ChaChaPoly.tagSize)
      chunk.plain.withUnsafeBytes { plain in
        sealed.withUnsafeMutableBytes { payload.seal(plain, isLast: chunk.isLast, into: $0) }
      }
      file += sealed
    }
    return file + trailer
  }
}
