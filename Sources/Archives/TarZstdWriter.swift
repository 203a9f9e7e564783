/// Writes a tar archive compressed with zstd, as `tar --zstd` and `bsdtar` read it, in constant memory.
///
/// The tar is ustar with pax headers (POSIX.1-2017, pax, "pax Interchange Format") where a name or size needs one; the
/// zstd stream is one frame (RFC 8878) without a checksum of its own: whoever needs to know that the content is unchanged
/// puts an authenticating layer around it. Files have mode 0600, user and group 0 and no names of either, so that the
/// same entries give the same bytes with the same version of zstd and the same number of threads.
///
/// After an error the archive is worthless: every further call throws. An error thrown by a sink or a source comes out
/// as it is. Nothing but `finish` completes the archive; an instance that is dropped without it writes nothing more to
/// its sink.
package final class TarZstdWriter {
  private let stream: ZstdCompressor
  private let writer = EntryWriter()

  /// Starts an archive.
  ///
  /// - Parameters:
  ///   - threads: How many threads compress beside the caller's; 0 compresses in the caller's.
  ///   - sink: Takes the compressed bytes, in pieces of up to 128 KiB.
  /// - Throws: `ArchiveError` of kind `failed`, also for a number of threads that zstd refuses.
  package init(threads: Int, sink: @escaping ArchiveSink) throws {
    stream = try ZstdCompressor(threads: threads, sink: sink)
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
      try write(TarEntryHeader(name: name, size: size, modified: modified).blocks)
      try content.copy(from: source, to: stream.write)
      try write([UInt8](repeating: 0, count: TarEntryHeader.padding(size)))
    }
  }

  /// Completes the archive; the sink has all of it when this returns.
  ///
  /// - Throws: The sink's errors; `ArchiveError` of kind `failed`.
  package func finish() throws {
    try writer.finish {
      try write(TarEntryHeader.end)
      try stream.finish()
    }
  }

  private func write(_ bytes: [UInt8]) throws {
    try bytes.withUnsafeBytes(stream.write)
  }
}
