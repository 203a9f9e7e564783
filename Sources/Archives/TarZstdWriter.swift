/// Writes a tar archive compressed with zstd, which `tar --zstd` and `bsdtar` can read, in constant memory.
///
/// The archive is that of ``TarWriter``. The zstd stream is a single frame (RFC 8878) without a checksum: a caller that needs integrity adds an
/// authenticated layer around it. The same entries give the same bytes, with the same version of zstd and the same number of threads.
///
/// After an error the archive is unusable and all further calls throw. Errors of a sink or a source are rethrown unchanged.
/// Only `finish` completes the archive. A writer that is deallocated without it writes nothing more to
/// its sink.
package final class TarZstdWriter {
  private let stream: ZstdCompressor
  private let tar: TarWriter

  /// Starts an archive.
  ///
  /// - Parameters:
  ///   - threads: The number of additional threads for compression; 0 compresses on the caller's thread.
  ///   - sink: Receives the compressed bytes in pieces of up to 128 KiB.
  /// - Throws: `ArchiveError` of kind `failed`, also if zstd refuses the number of threads.
  package init(threads: Int, sink: @escaping ArchiveSink) throws {
    let stream = try ZstdCompressor(threads: threads, sink: sink)
    self.stream = stream
    tar = TarWriter(sink: stream.write)
  }

  /// Adds a file. See ``TarWriter/addFile(_:size:modified:from:)``.
  package func addFile(_ name: String, size: Int64, modified: Int64, from source: ArchiveSource) throws {
    try tar.addFile(name, size: size, modified: modified, from: source)
  }

  /// Completes the archive. All of its bytes are passed to the sink before this returns.
  ///
  /// - Throws: The errors of the sink; `ArchiveError` of kind `failed`.
  package func finish() throws { try tar.finish(stream.finish) }
}
