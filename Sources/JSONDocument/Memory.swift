import Glibc

/// Memory of the C library, for what grows by `realloc` and is wiped.
enum Memory {
  private static let hugePage = 1 << 21

  /// Memory of this size and more the C library has from the system, and realloc moves its pages (mremap) without a copy. Two such
  /// pieces at once would double what a large document takes.
  static let movesByPages = 1 << 26

  /// Takes memory; nil where there is not enough.
  static func allocate(_ size: Int) -> UnsafeMutableRawPointer? {
    guard let memory = malloc(size) else { return nil }
    adviseHugePages(memory, size)
    return memory
  }

  /// Makes memory larger or smaller; it may move. Where there is not enough it stays as it is, and nil comes back.
  static func reallocate(_ old: UnsafeMutableRawPointer, _ size: Int) -> UnsafeMutableRawPointer? {
    guard let memory = realloc(old, size) else { return nil }
    adviseHugePages(memory, size)
    return memory
  }

  /// Asks for pages of 2 MiB for what is large: taking small ones from the system costs more than parsing.
  private static func adviseHugePages(_ memory: UnsafeMutableRawPointer, _ size: Int) {
    if size < 4 * hugePage { return }
    let start = (Int(bitPattern: memory) + hugePage - 1) & -hugePage
    let end = Int(bitPattern: memory) + size
    // Where the system has none, nothing is lost.
    madvise(UnsafeMutableRawPointer(bitPattern: start), end - start, MADV_HUGEPAGE)
  }
}
