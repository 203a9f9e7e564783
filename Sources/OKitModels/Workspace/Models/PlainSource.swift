package import Ciphers
import JSONDocument
package import OKitStorage

/// The decrypted bytes of a file, read in pieces.
///
/// Errors name the file. They are of kind `locked` if no key decrypts it, and of kind `malformed` if it is damaged.
package final class PlainSource {
  private let name: String
  private let next: CipherSource

  /// Reads `file` from its beginning.
  package convenience init(_ file: OpenFile, form: StoredForm, keyring: Keyring) throws {
    try file.rewind()
    try self.init(form, name: file.path.text, keyring: keyring) { try file.read(into: $0) }
  }

  /// Reads bytes from `source`, which have the form `form`. Errors call them `name`.
  package init(_ form: StoredForm, name: String, keyring: Keyring, source: @escaping CipherSource) throws {
    self.name = name
    switch form {
    case .plain:
      next = source
    case .age:
      let identities = try Self.naming(name) { try keyring.identities() }
      do {
        let decryptor = try AgeDecryptor(identities: identities, source: source)
        next = { try decryptor.read(into: $0) }
      } catch let error as AgeError {
        throw OKitError(error, name: name)
      }
    case .okitCBC:
      let decryptor = OKitCBCDecryptor(try Self.naming(name) { try keyring.frameworkKey() }, source: source)
      next = { try decryptor.read(into: $0) }
    }
  }

  /// Reads up to `buffer.count` bytes. Returns 0 at the end.
  package func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
    do {
      return try next(buffer)
    } catch let error as AgeError {
      throw OKitError(error, name: name)
    } catch let error as OKitCBCError {
      throw OKitError(.malformed, "\(name): \(error)")
    }
  }

  /// Runs `body`. If a key or a password is missing, the error names the file that needs it.
  package static func naming<Result: ~Copyable>(_ name: String, _ body: () throws -> Result) throws -> Result {
    do {
      return try body()
    } catch let error as OKitError where error.kind == .locked {
      throw OKitError(.locked, "cannot decrypt \(name): \(error.message)", remedy: error.remedy)
    }
  }
}

extension PlainSource {
  /// Returns the size of the decrypted `file` in bytes. It decrypts the whole file only if its form makes that necessary.
  package static func plainSize(of file: OpenFile, form: StoredForm, keyring: Keyring) throws -> Int64 {
    switch form {
    case .plain:
      return file.size
    case .age:
      try file.rewind()
      let header = try? AgeHeader { try file.read(into: $0) }
      if let size = header?.plainSize(fileSize: Int(file.size)) {
        return Int64(size)
      }
      return try countedSize(of: PlainSource(file, form: form, keyring: keyring))
    case .okitCBC:
      // The padding is in the last block, which is decrypted with the block before it. An incomplete block is an error.
      let block = Int64(OKitCBCKey.blockSize)
      let start = max(0, file.size - 2 * block - file.size % block)
      let tail = MemorySource(JSONBytes(try file.bytes(at: start, count: Int(file.size - start)), secret: true))
      let source = try PlainSource(form, name: file.path.text, keyring: keyring) { tail.read(into: $0) }
      return try start + countedSize(of: source)
    }
  }

  private static func countedSize(of source: PlainSource) throws -> Int64 {
    var size: Int64 = 0
    try forEachPiece(of: source.read(into:)) { size += Int64($0.count) }
    return size
  }
}
