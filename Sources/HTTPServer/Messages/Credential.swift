package import Ciphers
import Glibc

/// The secret that a request shows: the SHA-256 of its token. The token itself is not kept.
package struct Credential: Sendable {
  /// The SHA-256 of the token.
  package let digest: SHA256Digest

  /// Takes the token from the value of `Authorization`: `Bearer TOKEN`, or `Basic` with the token as the password and any user name. Nil for
  /// anything else.
  package init?(authorization value: UnsafeRawBufferPointer) {
    func rest(after scheme: StaticString) -> UnsafeRawBufferPointer? {
      guard value.count > scheme.utf8CodeUnitCount,
        scheme.withUTF8Buffer({ name in zip(name, value).allSatisfy { $0 == $1 | 0x20 } }),
        value[scheme.utf8CodeUnitCount] == UInt8(ascii: " ")
      else { return nil }
      let rest = value.dropFirst(scheme.utf8CodeUnitCount).drop { $0 == UInt8(ascii: " ") }
      return UnsafeRawBufferPointer(rebasing: rest)
    }
    if let token = rest(after: "bearer"), !token.isEmpty {
      digest = SHA256Hasher.hash(token)
      return
    }
    guard let text = rest(after: "basic"), var pair = Base64.decoded(padded: Array(text)) else { return nil }
    defer { pair.withUnsafeMutableBytes { explicit_bzero($0.baseAddress!, $0.count) } }
    guard let colon = pair.firstIndex(of: UInt8(ascii: ":")), colon + 1 < pair.count else { return nil }
    digest = pair.withUnsafeBytes { SHA256Hasher.hash(UnsafeRawBufferPointer(rebasing: $0[(colon + 1)...])) }
  }
}
