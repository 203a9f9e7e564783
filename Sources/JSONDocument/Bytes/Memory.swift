import Glibc

/// Memory of the C library, for buffers that grow with `realloc` or are wiped.
enum Memory {
  private static let hugePage = 1 << 21

  /// From this size on, the C library maps memory from the system, and realloc moves its pages (mremap) without a copy. Holding two
  /// such buffers at once would double the memory of a large document.
  static let movesByPages = 1 << 26

  /// Allocates memory; nil if there is not enough.
  static func allocate(_ size: Int) -> UnsafeMutableRawPointer? {
    guard let memory = malloc(size) else { return nil }
    adviseHugePages(memory, size)
    return memory
  }

  /// Resizes memory, which may move it. If there is not enough, returns nil and leaves the old memory unchanged.
  static func reallocate(_ old: UnsafeMutableRawPointer, _ size: Int) -> UnsafeMutableRawPointer? {
    guard let memory = realloc(old, size) else { return nil }
    adviseHugePages(memory, size)
    return memory
  }

  /// Requests pages of 2 MiB for large memory, because getting many small pages from the system takes longer than parsing.
  private static func adviseHugePages(_ memory: UnsafeMutableRawPointer, _ size: Int) {
    if size < 4 * hugePage { return }
    let start = (Int(bitPattern: memory) + hugePage - 1) & -hugePage
    let end = Int(bitPattern: memory) + size
    // The request has no effect if the system has no large pages.
    madvise(UnsafeMutableRawPointer(bitPattern: start), end - start, MADV_HUGEPAGE)
  }
}
