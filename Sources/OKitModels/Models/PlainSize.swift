import Ciphers
package import OKitStorage

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
      return try countedSize(of: file, form: form, keyring: keyring)
    case .okitCBC:
      return try countedSize(of: file, form: form, keyring: keyring)
    }
  }

  private static func countedSize(of file: OpenFile, form: StoredForm, keyring: Keyring) throws -> Int64 {
    let source = try PlainSource(file, form: form, keyring: keyring)
    var size: Int64 = 0
    try forEachPiece(of: source.read(into:)) { size += Int64($0.count) }
    return size
  }
}
