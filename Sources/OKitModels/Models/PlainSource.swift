package import Ciphers
package import OKitStorage

/// The decrypted bytes of a file, read piece by piece.
///
/// Errors name the file: of kind `locked` where no key opens it, of kind `malformed` where it is damaged.
package final class PlainSource {
  private let path: String
  private let next: CipherSource

  /// The decrypted bytes of `file`, from its beginning.
  package convenience init(_ file: OpenFile, form: StoredForm, keyring: Keyring) throws {
    try file.rewind()
    try self.init(form, path: file.path, keyring: keyring) { try file.read(into: $0) }
  }

  /// The decrypted bytes of what `source` reads in `form`; `path` names it in errors.
  package init(_ form: StoredForm, path: String, keyring: Keyring, source: @escaping CipherSource) throws {
    self.path = path
    switch form {
    case .plain:
      next = source
    case .age:
      let identities = try Self.naming(path) { try keyring.identities() }
      do {
        let decryptor = try AgeDecryptor(identities: identities, source: source)
        next = { try decryptor.read(into: $0) }
      } catch let error as AgeError {
        throw OKitError(error, name: path)
      }
    case .okitCBC:
      let decryptor = OKitCBCDecryptor(try Self.naming(path) { try keyring.frameworkKey() }, source: source)
      next = { try decryptor.read(into: $0) }
    }
  }

  /// Up to `buffer.count` bytes; 0 at the end.
  package func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
    do {
      return try next(buffer)
    } catch let error as AgeError {
      throw OKitError(error, name: path)
    } catch let error as OKitCBCError {
      throw OKitError(.malformed, "\(path): \(error)")
    }
  }

  /// Runs `body`; where a key is missing, the error says what for.
  private static func naming<Result>(_ path: String, _ body: () throws -> Result) throws -> Result {
    do {
      return try body()
    } catch let error as OKitError where error.kind == .locked {
      throw OKitError(.locked, "cannot decrypt \(path): \(error.message)", remedy: error.remedy)
    }
  }
}
