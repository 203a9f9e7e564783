import Ciphers

/// The form of a stored file: plain, age or okit-cbc.
package enum StoredForm: String, CaseIterable, Sendable {
  /// Not encrypted: JSON, or an attachment's own format.
  case plain = "json"
  /// An age file, see age-encryption.org/v1.
  case age
  /// The framework's own cipher: AES-256-CBC without a header.
  case okitCBC = "okit-cbc"

  /// True if a key is needed to read it.
  package var isEncrypted: Bool { self != .plain }
}

extension StoredForm {
  /// The number of first bytes that determine the form of a model's or partial's file.
  package static let sniffedBytes = AgeFile.prefixSize

  /// Returns the form of a JSON file by its first bytes and its size; nil if it is in no known form.
  ///
  /// The framework's ciphertext has no header. It is recognized as bytes that are not text and whose size is a multiple of the cipher's block size.
  package static func ofDocument(prefix: [UInt8], size: Int64) -> StoredForm? {
    if prefix.withUnsafeBytes(AgeFile.isAge(prefix:)) { return .age }
    if isText(prefix) { return .plain }
    if isMostlyNull(prefix) { return nil }
    return size % Int64(OKitCBCKey.blockSize) == 0 ? .okitCBC : nil
  }

  /// True if there are more NUL bytes than are probable in a ciphertext, even a short one: in UTF-16, UTF-32, or a file that lost its content in a
  /// system crash.
  private static func isMostlyNull(_ bytes: [UInt8]) -> Bool {
    bytes.count { $0 == 0 } > max(5, bytes.count / 8)
  }

  /// True if `bytes` are text, even with a few damaged places. In a ciphertext, about half of the bytes are not text.
  private static func isText(_ bytes: [UInt8]) -> Bool {
    let strange = String(decoding: bytes, as: UTF8.self).unicodeScalars.count { scalar in
      scalar.value == 0xfffd || scalar.value < 0x20 && !["\t", "\n", "\r"].contains(scalar)
    }
    if beginsAsJSON(bytes) { return strange <= bytes.count / 3 }
    return strange <= max(bytes.count / 16, bytes.count < 16 ? 0 : 1)
  }

  /// True if the bytes begin like a JSON object. One ciphertext in 65,536 does too, but hardly any of these continues mostly as text. A short file in
  /// another encoding or with damaged bytes is therefore not taken for an encrypted one.
  private static func beginsAsJSON(_ bytes: [UInt8]) -> Bool {
    func isSpace(_ byte: UInt8) -> Bool { [0x20, 0x09, 0x0a, 0x0d].contains(byte) }
    let mark: [UInt8] = [0xef, 0xbb, 0xbf]
    let text = bytes.dropFirst(bytes.starts(with: mark) ? mark.count : 0).drop(while: isSpace)
    guard text.first == UInt8(ascii: "{") else { return false }
    let next = text.dropFirst().drop(while: isSpace).first
    return next == UInt8(ascii: "\"") || next == UInt8(ascii: "}")
  }
}
