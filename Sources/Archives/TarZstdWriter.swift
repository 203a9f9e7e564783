/// Writes a tar archive compressed with zstd, which `tar --zstd` and `bsdtar` can read, in constant memory.
///
/// The format is ustar with pax headers (POSIX.1-2017, pax, "pax Interchange Format") for names and sizes that require one.
/// The zstd stream is a single frame (RFC 8878) without a checksum: a caller that needs integrity adds an authenticated layer
/// around it. Files have mode 0600, user 0, group 0 and no user or group names. The same entries therefore give the same bytes,
/// with the same version of zstd and the same number of threads.
///
/// After an error the archive is unusable and all further calls throw. Errors of a sink or a source are rethrown unchanged.
/// Only `finish` completes the archive. A writer that is deallocated without it writes nothing more to
/// its sink.
package final class TarZstdWriter {
  private let stream: ZstdCompressor
  private let writer = EntryWriter()

  /// Starts an archive.
  ///
  /// - Parameters:
  ///   - threads: The number of additional threads for compression; 0 compresses on the caller's thread.
  ///   - sink: Receives the compressed bytes in pieces of up to 128 KiB.
  /// - Throws: `ArchiveError` of kind `failed`, also if zstd refuses the number of threads.
  package init(threads: Int, sink: @escaping ArchiveSink) throws {
    stream = try ZstdCompressor(threads: threads, sink: sink)
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
      try write(TarEntryHeader(name: name, size: size, modified: modified).blocks)
      try content.copy(from: source, to: stream.write)
      try write([UInt8](repeating: 0, count: TarEntryHeader.padding(size)))
    }
  }

  /// Completes the archive. All of its bytes are passed to the sink before this returns.
  ///
  /// - Throws: The errors of the sink; `ArchiveError` of kind `failed`.
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
