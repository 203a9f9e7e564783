/// Where bytes come from: fills at most the given buffer and returns how many bytes it wrote.
///
/// It may return fewer than would fit; 0 means that there are no more. What it throws comes out of whoever reads.
package typealias CipherSource = (UnsafeMutableRawBufferPointer) throws -> Int

/// Where bytes go: takes all of the given bytes, which are valid only during the call, or throws.
package typealias CipherSink = (UnsafeRawBufferPointer) throws -> Void
