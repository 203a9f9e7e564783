/// Identity files that are encrypted with a passphrase as age files, as created by `age -p -a`.
extension IdentityFile {
  /// The maximum size in bytes of the decrypted text.
  private static let maximumSize = 1 << 20

  /// True if a file with these first bytes is encrypted. ``AgeFile/prefixSize`` bytes are enough.
  package static func isEncrypted(_ prefix: UnsafeRawBufferPointer) -> Bool {
    AgeFile.isAge(prefix: prefix)
  }

  /// Decrypts a file with or without armor.
  ///
  /// - Parameters:
  ///   - file: The bytes of the whole file.
  ///   - passphrase: The passphrase of the file.
  ///   - maximumWorkFactor: See ``ScryptIdentity``.
  /// - Throws: ``AgeError`` of kind `incorrectPassphrase` for a wrong passphrase, of kind `noMatch` if the file is not
  ///   encrypted with a passphrase; ``AgeKeyError`` if its content is not an identity file of at most 1 MiB.
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
    // The text is not longer than the file. One more byte ensures that there is room to reach the end.
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

  /// Returns the encrypted file: the text of ``encoded(created:)``, encrypted with a passphrase and armored.
  ///
  /// - Parameters:
  ///   - passphrase: The passphrase.
  ///   - created: The time to record, as RFC 3339 in UTC.
  ///   - workFactor: See ``ScryptRecipient``.
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
