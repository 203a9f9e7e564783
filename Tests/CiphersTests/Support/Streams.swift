import Ciphers
import TestSupport

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
