/// The file key of 128 bits, and how a stanza contains it (age-encryption.org/v1, "File key").
enum FileKey {
  static let size = 16
  static let wrappedSize = size + ChaChaPoly.tagSize

  // Each wrapping key is used only once, so the nonce can be constant.
  private static let nonce = [UInt8](repeating: 0, count: ChaChaPoly.nonceSize)

  static func wrap(_ fileKey: borrowing SecretBytes, with key: borrowing SecretBytes) -> [UInt8] {
    var wrapped = [UInt8](repeating: 0, count: fileKey.count + ChaChaPoly.tagSize)
    fileKey.withUnsafeBytes { fileKey in
      wrapped.withUnsafeMutableBytes { wrapped in
        ChaChaPoly(key: key, isSealing: true).seal(fileKey, nonce: nonce, into: wrapped)
      }
    }
    return wrapped
  }

  /// Returns the file key; nil if it was wrapped with another key.
  static func unwrap(_ wrapped: [UInt8], with key: borrowing SecretBytes) -> SecretBytes? {
    precondition(wrapped.count == wrappedSize)
    var fileKey = SecretBytes(count: size)
    let isOpen = wrapped.withUnsafeBytes { wrapped in
      fileKey.withUnsafeMutableBytes { fileKey in
        ChaChaPoly(key: key, isSealing: false).open(wrapped, nonce: nonce, into: fileKey)
      }
    }
    guard isOpen else { return nil }
    return fileKey
  }

  /// Throws unless the body has the size of a wrapped file key. A longer ciphertext could be crafted to decrypt with several keys, to test many keys
  /// at once.
  static func check(_ body: [UInt8], of type: String) throws {
    guard body.count == wrappedSize else {
      throw AgeError(.header, "the body of its \(type) stanza has \(body.count) bytes instead of \(wrappedSize)")
    }
  }
}
