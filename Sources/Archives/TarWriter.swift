/// Writes a tar archive without compression, which any `tar` can read, in constant memory.
///
/// The format is ustar with pax headers (POSIX.1-2017, pax, "pax Interchange Format") for names and sizes that require one. Files have mode 0600,
/// user 0, group 0 and no user or group names. The same entries therefore give the same bytes.
///
/// After an error the archive is unusable and all further calls throw. Errors of a sink or a source are rethrown unchanged. Only `finish` completes
/// the archive. A writer that is deallocated without it writes nothing more to its sink.
package final class TarWriter {
  private let sink: ArchiveSink
  private let writer = EntryWriter()
  /// The number of bytes written so far.
  package private(set) var position: Int64 = 0

  /// Starts an archive, whose bytes `sink` receives in pieces.
  package init(sink: @escaping ArchiveSink) {
    self.sink = sink
  }

  /// Returns the number of bytes that an entry has before its content.
  package static func headerSize(_ name: String, size: Int64, modified: Int64) -> Int {
    TarEntryHeader(name: name, size: size, modified: modified).blocks.count
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
      try content.copy(from: source, to: write)
      try write([UInt8](repeating: 0, count: TarEntryHeader.padding(size)))
    }
  }

  /// Completes the archive. All of its bytes are passed to the sink before this returns.
  ///
  /// - Throws: The errors of the sink; `ArchiveError` of kind `failed`.
  package func finish() throws { try finish {} }

  /// Completes the archive, and then the stream that its sink writes to.
  func finish(_ endStream: () throws -> Void) throws {
    try writer.finish {
      try write(TarEntryHeader.end)
      try endStream()
    }
  }

  private func write(_ bytes: [UInt8]) throws {
    try bytes.withUnsafeBytes(write)
  }

  private func write(_ bytes: UnsafeRawBufferPointer) throws {
    try sink(bytes)
    position += Int64(bytes.count)
  }
}
