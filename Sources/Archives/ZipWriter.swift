import CArchive

/// Writes a zip archive with AES-256 encryption (WinZip AE-1 and AE-2), which 7-Zip and bsdtar can open. Needs constant memory and
/// no seeking: sizes and CRC follow each file in a data descriptor (APPNOTE 4.3.9), and large files get zip64 fields
/// (4.5.3).
///
/// Compressed content is stored, and all other content is deflated. A zip does not hide names, sizes, dates, the number of entries,
/// and for a file of 20 bytes or more the CRC-32 of its plain text. Empty files are not encrypted. The key is derived with
/// PBKDF2-SHA1 in only 1,000 rounds, so the password must be strong.
///
/// After an error the archive is unusable and all further calls throw. Errors of a sink or a source are rethrown unchanged.
/// Only `finish` completes the archive. A writer that is deallocated without it writes nothing more to
/// its sink.
package final class ZipWriter {
  private let zip: ArchiveHandle
  private let passphrase: Passphrase
  private let writer = EntryWriter()
  private let marks: ZipUTF8Flags

  /// Starts an archive.
  ///
  /// - Parameters:
  ///   - password: The bytes of the password, usually UTF-8. They are copied, and the copy is wiped at the end.
  ///   - sink: Receives the bytes of the archive in pieces of up to 64 KiB.
  /// - Throws: `ArchiveError` of kind `unsupported` if the password is empty or contains a NUL, or `failed`.
  package init(password: UnsafeRawBufferPointer, sink: @escaping ArchiveSink) throws {
    passphrase = try Passphrase(password)
    let marks = ZipUTF8Flags(sink)
    self.marks = marks
    zip = try ArchiveHandle { try marks.write($0) }
    try zip.configure(archive_write_set_format_zip(zip.pointer))
    try zip.configure(archive_write_set_format_option(zip.pointer, "zip", "encryption", "aes256"))
    // Higher levels take more than twice the time and reduce the size by only five percent.
    try zip.configure(archive_write_set_format_option(zip.pointer, "zip", "compression-level", "1"))
    // A callback avoids a copy of the passphrase inside of libarchive.
    let result = archive_write_set_passphrase_callback(
      zip.pointer, Unmanaged.passUnretained(passphrase).toOpaque()
    ) { _, context in
      guard let context else { return nil }
      return UnsafePointer(Unmanaged<Passphrase>.fromOpaque(context).takeUnretainedValue().pointer)
    }
    try zip.configure(result)
    try zip.open()
  }

  deinit {
    zip.free()
  }

  /// Adds a file.
  ///
  /// - Parameters:
  ///   - name: A relative path without empty components, `.`, `..` and control characters. Each component may have at most
  ///     255 bytes, and the path 4,096.
  ///   - size: The size of the content in bytes.
  ///   - modified: The modification time in seconds since 1970 UTC.
  ///   - source: Returns the content. It is read to its end.
  /// - Throws: `ArchiveError` of kind `unsafe` for an invalid or duplicate name, `changed` if the source has more or fewer
  ///   bytes than `size`; the errors of the source and the sink.
  package func addFile(_ name: String, size: Int64, modified: Int64, from source: ArchiveSource) throws {
    try writer.add(name, size: size) { name, content in
      let prefix = try content.peek(CompressedContent.prefixLength, from: source)
      let isStored = size == 0 || CompressedContent.begins(prefix)
      try start(name, size: size, modified: modified, stored: isStored)
      try content.copy(from: source, to: zip.write)
      try zip.finishEntry()
    }
  }

  /// Completes the archive. All of its bytes are passed to the sink before this returns.
  ///
  /// - Throws: The errors of the sink; `ArchiveError` of kind `failed`.
  package func finish() throws {
    try writer.finish {
      marks.beginDirectory(at: zip.position)
      try zip.close()
      try marks.finish()
    }
  }

  private func start(_ name: String, size: Int64, modified: Int64, stored: Bool) throws {
    if stored {
      try zip.configure(archive_write_zip_set_compression_store(zip.pointer))
    } else {
      try zip.configure(archive_write_zip_set_compression_deflate(zip.pointer))
    }
    marks.beginEntry(name, at: zip.position)
    try zip.startEntry(EntryMetadata(name: name, size: size, modified: modified))
  }
}
