import CCrypto

/// Returns random bytes for values that become public, such as salts, nonces and names.
///
/// Use ``SecretBytes/init(random:)`` for secrets.
///
/// - Parameter count: The number of bytes, not negative.
package func randomBytes(_ count: Int) -> [UInt8] {
  LibCrypto.start()
  var bytes = [UInt8](repeating: 0, count: count)
  LibCrypto.require(RAND_bytes(&bytes, Int32(count)) == 1, "make random bytes")
  return bytes
}
