/// Gives bytes: fills the buffer from its start and returns how many bytes it wrote, fewer than fit if it likes, 0 at
/// the end. What it throws comes out of the reader as it is.
package typealias ArchiveSource = (UnsafeMutableRawBufferPointer) throws -> Int

/// Takes bytes, all of them, or throws.
package typealias ArchiveSink = (UnsafeRawBufferPointer) throws -> Void
