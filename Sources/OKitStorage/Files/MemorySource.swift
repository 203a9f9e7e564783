package import JSONDocument

/// Reads bytes in memory like a file.
package final class MemorySource {
  private let bytes: JSONBytes
  private var position = 0

  package init(_ bytes: JSONBytes) {
    self.bytes = bytes
  }

  /// Fills `buffer` from its start and returns the number of bytes; 0 at the end.
  package func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
    let count = min(buffer.count, bytes.count - position)
    bytes.withUnsafeBytes { all in
      buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: all[position..<position + count]))
    }
    position += count
    return count
  }
}
