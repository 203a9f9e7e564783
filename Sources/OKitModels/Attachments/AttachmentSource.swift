package import Ciphers
package import OKitStorage

/// The decrypted bytes of an attachment's file. They are verified at the end as far as the form of the file allows.
package final class AttachmentSource {
  private let attachment: AttachmentFile
  private let name: String
  private let requireUnchanged: () throws -> Void
  private let form: StoredForm
  private let source: PlainSource
  private var size: Int64 = 0
  private var prefix: [UInt8] = []

  /// Reads `file`, which has the form `form`.
  package init(_ attachment: AttachmentFile, _ file: OpenFile, form: StoredForm, keyring: Keyring) throws {
    self.attachment = attachment
    self.form = form
    name = file.path.text
    requireUnchanged = file.requireUnchanged
    source = try PlainSource(file, form: form, keyring: keyring)
  }

  /// Reads bytes from `source`, which have the form `form`. Errors call them `name`.
  package init(
    _ attachment: AttachmentFile, name: String, form: StoredForm, keyring: Keyring, source: @escaping CipherSource
  ) throws {
    self.attachment = attachment
    self.form = form
    self.name = name
    requireUnchanged = {}
    self.source = try PlainSource(form, name: name, keyring: keyring, source: source)
  }

  /// Reads up to `buffer.count` bytes. Returns 0 at the end.
  package func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
    let count = try source.read(into: buffer)
    let missing = AttachmentFormat.sniffedBytes - prefix.count
    if missing > 0 { prefix += buffer[..<count].prefix(missing) }
    size += Int64(count)
    return count
  }

  /// Throws if the file changed meanwhile, or if the output of an unauthenticated cipher is not the attachment.
  package func finish() throws {
    try requireUnchanged()
    if form == .okitCBC { try attachment.checkDecrypted(size: size, prefix: prefix, name: name) }
  }
}

extension AttachmentFile {
  /// Passes the decrypted bytes of `file` to `sink` and verifies them at the end.
  package func decrypt(
    _ file: OpenFile, form: StoredForm, keyring: Keyring, _ sink: (UnsafeRawBufferPointer) throws -> Void
  ) throws {
    let source = try AttachmentSource(self, file, form: form, keyring: keyring)
    try forEachPiece(of: source.read(into:), sink)
    try source.finish()
  }
}
