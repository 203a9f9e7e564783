/// A source of bytes. It fills the buffer from its start and returns the number of bytes, perhaps fewer than would fit; 0 at
/// the end. Readers rethrow its errors unchanged.
package typealias ArchiveSource = (UnsafeMutableRawBufferPointer) throws -> Int

/// A destination of bytes. It takes all of the given bytes, or throws.
package typealias ArchiveSink = (UnsafeRawBufferPointer) throws -> Void
