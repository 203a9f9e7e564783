import Ciphers

/// A source whose bytes are kept as they are read, until that turns out not to be needed.
final class RecordedSource {
  /// What was read so far; empty after `stop`.
  private(set) var bytes: [UInt8] = []
  private var isRecording = true
  private let source: CipherSource

  init(_ source: @escaping CipherSource) {
    self.source = source
  }

  /// Forgets what was read, and keeps nothing from now on.
  func stop() {
    isRecording = false
    bytes = []
  }

  func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
    let count = try source(buffer)
    if isRecording { bytes += buffer[..<count] }
    return count
  }
}
