/// Decrypts an age file (age-encryption.org/v1), armored or not, while it is read.
///
/// It hands out only bytes that are authenticated, chunk by chunk: what was handed out is a true beginning of the file,
/// but only its end proves that the file is whole. It takes the same memory whatever the size, about 640 KiB.
package final class AgeDecryptor {
  private static let lookAhead = 8 * AgePayload.sealedChunkSize

  /// The file's header, which is authenticated.
  let header: AgeHeader

  private let input: InputBuffer
  private var payload: AgePayload
  private var output = PlainOutput(capacity: AgePayload.chunkSize)

  /// Reads the header and unwraps the file key with the first identity that fits.
  ///
  /// - Parameters:
  ///   - identities: Whoever may open the file, in the order in which to try them.
  ///   - source: The file's bytes from its first to its last.
  /// - Throws: ``AgeError`` of any kind but `payload` and `recipient`: `header` or `armor` if it is no age file,
  ///   `incorrectPassphrase` or `noMatch` if no identity opens it; or what an identity or the source throws.
  package init(identities: [any AgeIdentity], source: @escaping CipherSource) throws {
    let file = try AgeInput(source, capacity: Self.lookAhead)
    input = file.buffer
    header = try AgeHeaderParser.parse(file)
    let fileKey = try Self.fileKey(of: header, identities)
    guard try input.fill(AgePayload.nonceSize) else { throw AgeError(.header, "it is cut off") }
    payload = AgePayload(
      fileKey: fileKey, nonce: Array(input.available.prefix(AgePayload.nonceSize)), isSealing: false)
    input.consume(AgePayload.nonceSize)
  }

  private static func fileKey(of header: AgeHeader, _ identities: [any AgeIdentity]) throws -> SecretBytes {
    // An identity that knows nothing of scrypt would not see that its stanza is not alone.
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

  /// Fills the buffer with plain bytes and returns how many they are, often fewer than fit, 0 only at the end.
  ///
  /// Large buffers, of 64 KiB or more, are decrypted into directly; where that fails they are wiped.
  ///
  /// - Parameter target: At least one byte.
  /// - Throws: ``AgeError`` of kind `payload` or `armor`, or what the source throws; then again at each further call.
  package func read(into target: UnsafeMutableRawBufferPointer) throws -> Int {
    try output.read(into: target) { try openChunk(target, &$0) }
  }

  /// Opens the next chunk into `target` if it fits there, and returns its size; else has `output` hold it.
  private func openChunk(_ target: UnsafeMutableRawBufferPointer, _ output: inout PlainOutput) throws -> Int? {
    // A chunk is the last one if nothing follows it, so one byte more has to be seen.
    let isLast = try !input.fill(AgePayload.sealedChunkSize + 1)
    let sealed = UnsafeRawBufferPointer(rebasing: input.available.prefix(AgePayload.sealedChunkSize))
    let size = sealed.count - ChaChaPoly.tagSize
    guard size >= 0 else { throw AgeError(.payload, "it is cut off") }
    guard size > 0 || payload.count == 0 else { throw AgeError(.payload, "its last chunk is empty") }

    func open(into plain: UnsafeMutableRawBufferPointer) throws -> Int {
      guard payload.open(sealed, isLast: isLast, into: UnsafeMutableRawBufferPointer(rebasing: plain[..<size])) else {
        let place = "chunk \(payload.count)"
        throw AgeError(.payload, isLast ? "\(place) was changed, or the file is cut off" : "\(place) was changed")
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
