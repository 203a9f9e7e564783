import Ciphers

/// A source that keeps a copy of all bytes that were read, until ``stop()``.
final class RecordedSource {
  /// The bytes read so far; empty after ``stop()``.
  private(set) var bytes: [UInt8] = []
  private var isRecording = true
  private let source: CipherSource

  init(_ source: @escaping CipherSource) {
    self.source = source
  }

  /// Discards the copy and keeps no further bytes.
  func stop() {
    isRecording = false
    bytes = []
  }

  /// Reads up to `buffer.count` bytes and returns their count; 0 at the end.
  func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
    let count = try source(buffer)
    if isRecording { bytes += buffer[..<count] }
    return count
  }
}
