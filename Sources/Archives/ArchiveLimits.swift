/// The limits of a reader. It throws `ArchiveError.Kind.limit` if an archive exceeds one.
///
/// Reading needs constant memory per entry for every archive. These limits bound the number of entries and the size that the
/// caller has to store. A caller that extracts should set `totalSize` to the free disk space.
package struct ArchiveLimits: Equatable, Sendable {
  /// The maximum number of entries. Together with folders that only occur as parents, there may be twice as many names.
  package var entries: Int

  /// The maximum total size of all entries, in bytes.
  package var totalSize: Int64

  /// The maximum size of one entry, in bytes.
  package var entrySize: Int64

  /// The maximum number of bytes for each compressed byte, checked from 16 MiB on. Valid data such as long runs of zeros
  /// reaches 1,032 with Deflate and 32,768 with a zstd frame (RFC 8878: a block of 128 KiB takes at least 4 bytes), so lower
  /// values would refuse archives that are only well compressed.
  package var ratio: Int64

  /// Creates limits.
  package init(
    entries: Int = 1_000_000, totalSize: Int64 = 4 << 40, entrySize: Int64 = 1 << 40, ratio: Int64 = 100_000
  ) {
    self.entries = entries
    self.totalSize = totalSize
    self.entrySize = entrySize
    self.ratio = ratio
  }

  /// The maximum size of a tar archive within these limits, in bytes: the contents, plus headers, names and padding of all
  /// entries.
  var tarSize: Int64 {
    let (overhead, tooMany) = Int64(entries).addingReportingOverflow(256)
    let (bytes, tooLarge) = overhead.multipliedReportingOverflow(by: 8 << 10)
    let (sum, overflow) = bytes.addingReportingOverflow(totalSize)
    return tooMany || tooLarge || overflow ? .max : sum
  }

  /// Throws an error of kind `limit` if `produced` bytes from `consumed` compressed bytes exceed the ratio.
  func checkRatio(produced: Int64, consumed: Int64) throws(ArchiveError) {
    guard produced > 16 << 20 else { return }
    let (allowed, overflow) = max(consumed, 1).multipliedReportingOverflow(by: ratio)
    if !overflow, produced > allowed {
      throw ArchiveError(.limit, "expands to more than \(ratio) times its size")
    }
  }
}
