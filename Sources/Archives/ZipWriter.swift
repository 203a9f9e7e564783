import CArchive

/// Writes a zip archive whose files are encrypted with AES-256 (WinZip AE-1 and AE-2), as 7-Zip and bsdtar open it, in
/// constant memory and without seeking: sizes and CRC follow each file in a data descriptor (APPNOTE 4.3.9), and files
/// whose size asks for it get zip64 fields (4.5.3).
///
/// Content that is compressed already is stored, all else deflated. What a zip does not hide: names, sizes, dates, the
/// number of entries, and for a file of 20 bytes or more the CRC-32 of its plain text; empty files are not encrypted.
/// The key is derived with PBKDF2-SHA1 in 1,000 rounds, so the password must be a strong one.
///
/// After an error the archive is worthless: every further call throws. An error thrown by a sink or a source comes out
/// as it is. Nothing but `finish` completes the archive; an instance that is dropped without it writes nothing more to
/// its sink.
package final class ZipWriter {
  private let zip: ArchiveHandle
  private let passphrase: Passphrase
  private let writer = EntryWriter()
  private let marks: ZipNameMarks

  /// Starts an archive.
  ///
  /// - Parameters:
  ///   - password: The password's bytes, UTF-8 by custom; copied, and the copy is wiped at the end.
  ///   - sink: Takes the archive's bytes, in pieces of up to 64 KiB.
  /// - Throws: `ArchiveError` of kind `unsupported` when the password is empty or holds a NUL, `failed`.
  package init(password: UnsafeRawBufferPointer, sink: @escaping ArchiveSink) throws {
    passphrase = try Passphrase(password)
    let marks = ZipNameMarks(sink)
    self.marks = marks
    zip = try ArchiveHandle { try marks.write($0) }
    try zip.configure(archive_write_set_format_zip(zip.pointer))
    try zip.configure(archive_write_set_format_option(zip.pointer, "zip", "encryption", "aes256"))
    // The higher levels take more than twice as long, for a twentieth of the size.
    try zip.configure(archive_write_set_format_option(zip.pointer, "zip", "compression-level", "1"))
    // The callback spares a copy inside libarchive.
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
  ///   - name: A relative path without empty components, `.`, `..` and control characters, of at most 255 bytes in a
  ///     component and 4,096 in all.
  ///   - size: Bytes of content.
  ///   - modified: Seconds since 1970 UTC.
  ///   - source: Gives the content; it is read to its end.
  /// - Throws: `ArchiveError` of kind `unsafe` for a name that is refused or there already, `changed` when the source
  ///   gives more or fewer bytes than `size`; the source's and the sink's errors.
  package func addFile(_ name: String, size: Int64, modified: Int64, from source: ArchiveSource) throws {
    try writer.add(name, size: size) { name, content in
      let prefix = try content.peek(CompressedContent.prefixLength, from: source)
      let isStored = size == 0 || CompressedContent.begins(prefix)
      try start(name, size: size, modified: modified, stored: isStored)
      try content.copy(from: source, to: zip.write)
      try zip.finishEntry()
    }
  }

  /// Completes the archive; the sink has all of it when this returns.
  ///
  /// - Throws: The sink's errors; `ArchiveError` of kind `failed`.
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
