/// The part of a reader that depends on the format. `ArchiveReader` calls `next` only after `read` returned 0, and it checks
/// names, sizes and limits itself.
protocol EntryReader: AnyObject {
  /// Returns the next entry with its stored name; nil at the end, after the archive and everything that follows it was
  /// verified.
  func next() throws -> ArchiveEntry?

  /// Reads content of the entry and returns the number of bytes; 0 at its end, after its checksum or MAC was verified.
  func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int
}

/// A source of bytes. It fills the buffer from its start and returns the number of bytes, perhaps fewer than would fit; 0 at
/// the end. Readers rethrow its errors unchanged.
package typealias ArchiveSource = (UnsafeMutableRawBufferPointer) throws -> Int

/// A destination of bytes. It takes all of the given bytes, or throws.
package typealias ArchiveSink = (UnsafeRawBufferPointer) throws -> Void
