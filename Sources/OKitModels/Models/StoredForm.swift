import Ciphers

/// What a file of a workspace is, by its bytes.
package enum StoredForm: String, CaseIterable, Sendable {
  /// Not encrypted: JSON, or an attachment's own format.
  case plain = "json"
  /// An age file, see age-encryption.org/v1.
  case age
  /// The framework's own cipher: AES-256-CBC without a header.
  case okitCBC = "okit-cbc"

  /// Whether a key is needed to read it.
  package var isEncrypted: Bool { self != .plain }
}

extension StoredForm {
  /// So many first bytes tell the form of a model's or partial's file.
  package static let sniffedBytes = AgeFile.prefixSize

  /// The form of a file of JSON text, by its first bytes and its size; nil for bytes that are none of the three.
  ///
  /// Ciphertext of the framework has no mark: it is what is not text and a whole number of cipher blocks long.
  package static func ofDocument(prefix: [UInt8], size: Int64) -> StoredForm? {
    if prefix.withUnsafeBytes(AgeFile.isAge(prefix:)) { return .age }
    if isText(prefix) { return .plain }
    if isMostlyNull(prefix) { return nil }
    return size % Int64(OKitCBCKey.blockSize) == 0 ? .okitCBC : nil
  }

  /// Whether there are more NUL bytes than chance puts into a ciphertext, even a short one: UTF-16, UTF-32, or a file whose content was
  /// lost in a crash of the system.
  private static func isMostlyNull(_ bytes: [UInt8]) -> Bool {
    bytes.count { $0 == 0 } > max(5, bytes.count / 8)
  }

  /// Whether `bytes` read as text, if with a few damaged places: of ciphertext about half of the bytes do not.
  private static func isText(_ bytes: [UInt8]) -> Bool {
    let strange = String(decoding: bytes, as: UTF8.self).unicodeScalars.count { scalar in
      scalar.value == 0xfffd || scalar.value < 0x20 && !["\t", "\n", "\r"].contains(scalar)
    }
    if beginsAsJSON(bytes) { return strange <= bytes.count / 3 }
    return strange <= max(bytes.count / 16, bytes.count < 16 ? 0 : 1)
  }

  /// Whether an object begins as JSON writes one. One ciphertext in 65,536 does, and hardly one of these goes on mostly as text: so a short file
  /// in another encoding or with damaged bytes is not taken for one that needs a key.
  private static func beginsAsJSON(_ bytes: [UInt8]) -> Bool {
    func isSpace(_ byte: UInt8) -> Bool { [0x20, 0x09, 0x0a, 0x0d].contains(byte) }
    let mark: [UInt8] = [0xef, 0xbb, 0xbf]
    let text = bytes.dropFirst(bytes.starts(with: mark) ? mark.count : 0).drop(while: isSpace)
    guard text.first == UInt8(ascii: "{") else { return false }
    let next = text.dropFirst().drop(while: isSpace).first
    return next == UInt8(ascii: "\"") || next == UInt8(ascii: "}")
  }
}
