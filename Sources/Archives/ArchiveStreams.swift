/// Gives bytes: fills the buffer from its start and returns how many bytes it wrote, fewer than fit if it likes, 0 at
/// the end. What it throws comes out of the reader as it is.
public typealias ArchiveSource = (UnsafeMutableRawBufferPointer) throws -> Int

/// Takes bytes, all of them, or throws.
public typealias ArchiveSink = (UnsafeRawBufferPointer) throws -> Void
