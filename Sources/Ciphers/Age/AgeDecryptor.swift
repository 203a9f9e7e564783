/// Decrypts an age file (age-encryption.org/v1), with or without armor, while it is read.
///
/// It returns only authenticated bytes, chunk by chunk. They are a genuine beginning of the file, but only reaching the end proves that the
/// file is complete. It needs about 640 KiB of memory for files of any size.
package final class AgeDecryptor {
  private static let lookAhead = 8 * AgePayload.sealedChunkSize

  /// The file's header, which is authenticated.
  let header: AgeHeader

  private let input: InputBuffer
  private var payload: AgePayload
  private var output = PlainOutput(capacity: AgePayload.chunkSize)

  /// Reads the header and unwraps the file key with the first matching identity.
  ///
  /// - Parameters:
  ///   - identities: The identities in the order in which to try them.
  ///   - source: The bytes of the whole file.
  /// - Throws: ``AgeError`` of any kind except `payload` and `recipient`: `header` or `armor` if the file is no age file,
  ///   `incorrectPassphrase` or `noMatch` if no identity opens it; or the error of an identity or the source.
  package init(identities: [any AgeIdentity], source: @escaping CipherSource) throws {
    let file = try AgeInput(source, capacity: Self.lookAhead)
    input = file.buffer
    header = try AgeHeaderParser.parse(file)
    let fileKey = try Self.fileKey(of: header, identities)
    guard try input.fill(AgePayload.nonceSize) else { throw AgeError(.header, "it is truncated") }
    payload = AgePayload(
      fileKey: fileKey, nonce: Array(input.available.prefix(AgePayload.nonceSize)), isSealing: false)
    input.consume(AgePayload.nonceSize)
  }

  static func fileKey(of header: AgeHeader, _ identities: [any AgeIdentity]) throws -> SecretBytes {
    // An identity that does not know scrypt would not notice that its stanza is not the only one.
    _ = try ScryptStanza(in: header.stanzas)
    var refusal: AgeError?
    for identity in identities {
      do {
        guard let fileKey = try identity.unwrap(header.stanzas) else { continue }
        guard fileKey.count == FileKey.size else { throw AgeError(.header, "its file key has the wrong size") }
        guard header.isAuthentic(fileKey) else { throw AgeError(.mac, "its authentication code does not match") }
        return fileKey
      } catch let error as AgeError where error.kind == .incorrectPassphrase {
        refusal = error
      }
    }
    let hint = header.isPassphraseSealed ? "it is encrypted with a passphrase" : "none of the identities opens it"
    throw refusal ?? AgeError(.noMatch, "cannot open the age file: \(hint)")
  }

  /// Fills the buffer with decrypted bytes and returns their count, often less than the buffer's size; 0 only at the end.
  ///
  /// Decrypts directly into buffers of 64 KiB or more. If decryption fails, the buffer is wiped.
  ///
  /// - Parameter target: At least one byte.
  /// - Throws: ``AgeError`` of kind `payload` or `armor`, or the error of the source. All further calls throw it again.
  package func read(into target: UnsafeMutableRawBufferPointer) throws -> Int {
    try output.read(into: target) { try openChunk(target, &$0) }
  }

  /// Decrypts the next chunk into `target` and returns its size. If the chunk does not fit, stores it in `output` and returns nil.
  private func openChunk(_ target: UnsafeMutableRawBufferPointer, _ output: inout PlainOutput) throws -> Int? {
    // A chunk is the last one if no byte follows it, so the buffer must contain one more byte.
    let isLast = try !input.fill(AgePayload.sealedChunkSize + 1)
    let sealed = UnsafeRawBufferPointer(rebasing: input.available.prefix(AgePayload.sealedChunkSize))
    let size = sealed.count - ChaChaPoly.tagSize
    guard size >= 0 else { throw AgeError(.payload, "it is truncated") }
    guard size > 0 || payload.count == 0 else { throw AgeError(.payload, "its last chunk is empty") }

    func open(into plain: UnsafeMutableRawBufferPointer) throws -> Int {
      guard payload.open(sealed, isLast: isLast, into: UnsafeMutableRawBufferPointer(rebasing: plain[..<size])) else {
        let place = "chunk \(payload.count)"
        throw AgeError(.payload, isLast ? "\(place) was changed, or the file is truncated" : "\(place) was changed")
      }
      return size
    }
    let count = target.count >= size ? try open(into: target) : nil
    if count == nil { try output.hold(open) }
    input.consume(sealed.count)
    if isLast { output.end() }
    return count
  }
}
