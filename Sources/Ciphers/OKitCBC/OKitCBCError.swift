/// Why a file of the framework's own cipher could not be read.
///
/// The cipher has no authentication: both mean a wrong key, another kind of file, or damage, and neither is sure to
/// happen then.
package enum OKitCBCError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The size is not a multiple of 16 bytes, or zero.
  case length
  /// The last block does not end with a padding (PKCS #7).
  case padding
  /// A key must have 32 bytes, an IV 16.
  case keySize

  /// What is wrong, for people.
  package var description: String {
    switch self {
    case .length: "the size of the encrypted file is not a multiple of 16 bytes"
    case .padding: "the key is wrong, or the encrypted file is damaged"
    case .keySize: "the key must have 32 bytes and the IV 16"
    }
  }
}
