import Glibc

/// A copy of a password as a C string, which is wiped when it is deallocated.
final class Passphrase {
  let pointer: UnsafeMutablePointer<CChar>
  private let capacity: Int

  /// - Throws: An error of kind `unsupported` for an empty password, and for one with a NUL, which would end the C string.
  init(_ password: UnsafeRawBufferPointer) throws(ArchiveError) {
    guard !password.isEmpty else { throw ArchiveError(.unsupported, "an empty password") }
    guard !password.contains(0) else {
      throw ArchiveError(.unsupported, "a password with a NUL character in a zip archive")
    }
    capacity = password.count + 1
    pointer = .allocate(capacity: capacity)
    pointer.initialize(repeating: 0, count: capacity)
    memcpy(pointer, password.baseAddress!, password.count)  // Not empty, so there is an address.
  }

  deinit {
    explicit_bzero(pointer, capacity)
    pointer.deallocate()
  }
}
