/// A source of bytes. It writes to the start of the given buffer and returns the number of bytes.
///
/// It may return fewer bytes than would fit; 0 is the end. Readers rethrow its errors.
package typealias CipherSource = (UnsafeMutableRawBufferPointer) throws -> Int

/// A destination of bytes. It takes all of the given bytes, which are valid only during the call, or throws.
package typealias CipherSink = (UnsafeRawBufferPointer) throws -> Void
