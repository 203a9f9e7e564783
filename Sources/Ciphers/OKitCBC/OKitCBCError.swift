/// An error of the framework's own cipher.
///
/// The cipher has no authentication. `length` and `padding` can mean a wrong key, another type of file, or damage. These
/// causes do not always lead to an error.
package enum OKitCBCError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The size is zero or not a multiple of 16 bytes.
  case length
  /// The last block does not end with valid padding (PKCS #7).
  case padding
  /// The key does not have 32 bytes, or the IV does not have 16.
  case keySize

  /// The message for people.
  package var description: String {
    switch self {
    case .length: "the size of the encrypted file is not a multiple of 16 bytes"
    case .padding: "the key is wrong, or the encrypted file is damaged"
    case .keySize: "the key must have 32 bytes and the IV 16"
    }
  }
}
