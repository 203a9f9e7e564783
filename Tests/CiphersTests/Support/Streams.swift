import Ciphers

/// A source over bytes in memory that gives at most `piece` of them at a time.
func source(_ bytes: [UInt8], piece: Int = .max) -> CipherSource {
  var position = 0
  return { target in
    let count = min(target.count, bytes.count - position, piece)
    target.copyBytes(from: bytes[position..<(position + count)])
    position += count
    return count
  }
}

/// Bytes that do not repeat within a chunk, the same in each run.
func sample(_ count: Int) -> [UInt8] {
  var state: UInt32 = 1
  return (0..<count).map { _ in
    state = state &* 1_664_525 &+ 1_013_904_223
    return UInt8(truncatingIfNeeded: state >> 24)
  }
}

func encrypt(
  _ plain: [UInt8], to recipients: [any AgeRecipient], armor: Bool = false, piece: Int = .max
) throws -> [UInt8] {
  var file: [UInt8] = []
  let encryptor = try AgeEncryptor(recipients: recipients, armor: armor) { file += $0 }
  var rest = plain[...]
  while !rest.isEmpty {
    try Array(rest.prefix(piece)).withUnsafeBytes(encryptor.write)
    rest = rest.dropFirst(piece)
  }
  try encryptor.finish()
  return file
}

func decrypt(
  _ file: [UInt8], with identities: [any AgeIdentity], piece: Int = .max, buffer: Int = 100_000
) throws -> [UInt8] {
  let decryptor = try AgeDecryptor(identities: identities, source: source(file, piece: piece))
  return try readAll(buffer: buffer, decryptor.read)
}

func readAll(buffer: Int = 100_000, _ read: (UnsafeMutableRawBufferPointer) throws -> Int) throws -> [UInt8] {
  var plain: [UInt8] = []
  var buffer = [UInt8](repeating: 0, count: buffer)
  while true {
    let count = try buffer.withUnsafeMutableBytes(read)
    if count == 0 { return plain }
    plain += buffer[..<count]
  }
}

func secret(_ text: String) -> SecretBytes {
  secret(Array(text.utf8))
}

func secret(_ bytes: [UInt8]) -> SecretBytes {
  var secret = SecretBytes(count: bytes.count)
  secret.withUnsafeMutableBytes { $0.copyBytes(from: bytes) }
  return secret
}

func bytes(_ secret: borrowing SecretBytes) -> [UInt8] {
  secret.withUnsafeBytes { Array($0) }
}

func optionalBytes(_ secret: consuming SecretBytes?) -> [UInt8]? {
  guard let secret else { return nil }
  return bytes(secret)
}

/// The kind of the age error that `body` throws; nil if it throws none.
func kind(_ body: () throws -> Void) -> AgeError.Kind? {
  do {
    try body()
    return nil
  } catch {
    return (error as? AgeError)?.kind
  }
}
