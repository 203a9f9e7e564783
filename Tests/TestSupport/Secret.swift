package import Ciphers

/// Bytes as a secret.
package func secret(_ bytes: some Collection<UInt8>) -> SecretBytes {
  var secret = SecretBytes(count: bytes.count)
  secret.withUnsafeMutableBytes { $0.copyBytes(from: bytes) }
  return secret
}

package func secret(_ text: String) -> SecretBytes { secret(Array(text.utf8)) }
