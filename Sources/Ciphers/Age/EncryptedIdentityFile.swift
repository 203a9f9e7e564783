/// Identity files that are themselves age files, sealed with a passphrase, as `age -p -a` makes them.
extension IdentityFile {
  /// The most that the text of an encrypted identity file may have, in bytes.
  private static let maximumSize = 1 << 20

  /// Whether a file that starts with these bytes is encrypted; ``AgeFile/prefixSize`` bytes are enough.
  package static func isEncrypted(_ prefix: UnsafeRawBufferPointer) -> Bool {
    AgeFile.isAge(prefix: prefix)
  }

  /// Opens an encrypted file, armored or not.
  ///
  /// - Parameters:
  ///   - file: All bytes of the file.
  ///   - passphrase: What it was sealed with.
  ///   - maximumWorkFactor: As for ``ScryptIdentity``.
  /// - Throws: ``AgeError``, of kind `incorrectPassphrase` for a wrong one, of kind `noMatch` if the file is sealed
  ///   otherwise; ``AgeKeyError`` if its content is not an identity file of at most 1 MiB.
  package static func decrypt(
    _ file: UnsafeRawBufferPointer, passphrase: consuming SecretBytes, maximumWorkFactor: Int = 20
  ) throws -> IdentityFile {
    let identity = ScryptIdentity(passphrase: passphrase, maximumWorkFactor: maximumWorkFactor)
    var rest = file[...]
    let decryptor = try AgeDecryptor(identities: [identity]) { target in
      let piece = rest.prefix(target.count)
      target.copyBytes(from: piece)
      rest = rest.dropFirst(piece.count)
      return piece.count
    }
    // No more than the file itself has, and one byte so that there is always room to meet the end.
    var text = SecretBytes(count: min(file.count, maximumSize) + 1)
    var size = 0
    while true {
      let count = try text.withUnsafeMutableBytes {
        try decryptor.read(into: UnsafeMutableRawBufferPointer(rebasing: $0[size...]))
      }
      if count == 0 { break }
      size += count
      guard size < text.count else { throw AgeKeyError("the identity file is larger than 1 MiB") }
    }
    return try text.withUnsafeBytes { try IdentityFile(parsing: UnsafeRawBufferPointer(rebasing: $0[..<size])) }
  }

  /// The encrypted file: ``encoded(created:)``, sealed with a passphrase and armored.
  ///
  /// - Parameters:
  ///   - passphrase: What opens it.
  ///   - created: The time to write down, as RFC 3339 in UTC.
  ///   - workFactor: As for ``ScryptRecipient``.
  /// - Throws: ``AgeError`` of kind `memory` if there is not enough memory.
  package func encrypt(
    passphrase: consuming SecretBytes, created: String, workFactor: Int = 18
  ) throws -> [UInt8] {
    var file: [UInt8] = []
    let recipient = ScryptRecipient(passphrase: passphrase, workFactor: workFactor)
    let encryptor = try AgeEncryptor(recipients: [recipient], armor: true) { file += $0 }
    try encoded(created: created).withUnsafeBytes(encryptor.write)
    try encryptor.finish()
    return file
  }
}
