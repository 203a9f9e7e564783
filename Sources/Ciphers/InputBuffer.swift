import Glibc

/// A window on a source that can be looked into before it is consumed.
final class InputBuffer {
  private let source: CipherSource
  private let storage: UnsafeMutableRawBufferPointer
  private var start = 0
  private var end = 0

  /// Whether the source has said that nothing follows what is available.
  private(set) var isSourceAtEnd = false

  /// - Parameter capacity: The most bytes that can be available at a time.
  init(capacity: Int, source: @escaping CipherSource) {
    self.source = source
    storage = .allocate(byteCount: capacity, alignment: 16)
  }

  deinit {
    storage.deallocate()
  }

  /// The bytes read and not yet consumed, valid until the next call of `fill`.
  var available: UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(rebasing: storage[start..<end])
  }

  /// Reads until at least `count` bytes are available or the source ends, and says whether they are.
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

  /// Drops the first available bytes.
  func consume(_ count: Int) {
    precondition(count <= end - start, "more consumed than available")
    start += count
  }

  /// The size of the next line with its LF, made available; nil if there is no LF within `limit` bytes or at all.
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
