import Glibc

/// A buffer for a source, to examine bytes before they are consumed.
final class InputBuffer {
  private let source: CipherSource
  private let storage: UnsafeMutableRawBufferPointer
  private var start = 0
  private var end = 0

  /// True if no bytes follow the available ones.
  private(set) var isSourceAtEnd = false

  /// - Parameter capacity: The maximum number of available bytes.
  init(capacity: Int, source: @escaping CipherSource) {
    self.source = source
    storage = .allocate(byteCount: capacity, alignment: 16)
  }

  deinit {
    storage.deallocate()
  }

  /// The bytes that were read but not consumed. They are valid until the next call of ``fill(_:)``.
  var available: UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(rebasing: storage[start..<end])
  }

  /// Reads until at least `count` bytes are available or the source ends. Returns true if they are available.
  @discardableResult
  func fill(_ count: Int) throws -> Bool {
    if end - start >= count { return true }
    precondition(count <= storage.count, "more asked for than the buffer holds")
    if start > 0, let base = storage.baseAddress {
      memmove(base, base + start, end - start)
      end -= start
      start = 0
    }
    while end < count, !isSourceAtEnd {
      let free = UnsafeMutableRawBufferPointer(rebasing: storage[end...])
      let read = try source(free)
      precondition((0...free.count).contains(read), "a source returned an impossible count")
      isSourceAtEnd = read == 0
      end += read
    }
    return end >= count
  }

  /// Removes the first available bytes.
  func consume(_ count: Int) {
    precondition(count <= end - start, "more consumed than available")
    start += count
  }

  /// Reads the next line and returns its size including the LF; nil if there is no LF within `limit` bytes.
  func lineSize(limit: Int) throws -> Int? {
    var searched = 0
    while true {
      let bytes = available
      if searched < bytes.count, let base = bytes.baseAddress {
        let size = min(bytes.count, limit)
        if searched < size, let found = memchr(base + searched, 0x0A, size - searched) {
          return UnsafeRawPointer(found) - base + 1
        }
        searched = size
      }
      guard searched < limit, try fill(searched + 1) else { return nil }
    }
  }
}
