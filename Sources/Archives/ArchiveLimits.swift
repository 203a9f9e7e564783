/// What a reader accepts before it stops with `ArchiveError.Kind.limit`.
///
/// Reading takes constant memory per entry whatever an archive declares; these bound the number of entries and what the
/// caller would have to store. A caller that extracts should lower `totalSize` to the free space of its disk.
package struct ArchiveLimits: Equatable, Sendable {
  /// Largest number of entries. Folders that exist only as parents in names count against twice this number.
  package var entries: Int

  /// Largest sum of the sizes of all entries, in bytes.
  package var totalSize: Int64

  /// Largest size of one entry, in bytes.
  package var entrySize: Int64

  /// Largest number of bytes that one byte of the archive may become, looked at from 16 MiB on. Deflate reaches 1,032
  /// and a zstd frame 32,768 (RFC 8878: a block of 128 KiB takes at least 4 bytes), both with honest data such as long
  /// runs of zeros: lower values refuse archives that are only well compressed.
  package var ratio: Int64

  /// Makes limits.
  package init(
    entries: Int = 1_000_000, totalSize: Int64 = 4 << 40, entrySize: Int64 = 1 << 40, ratio: Int64 = 100_000
  ) {
    self.entries = entries
    self.totalSize = totalSize
    self.entrySize = entrySize
    self.ratio = ratio
  }

  /// Bytes that a tar archive within these limits can have: contents, and room for headers, names and padding of every
  /// entry.
  var tarSize: Int64 {
    let (overhead, tooMany) = Int64(entries).addingReportingOverflow(256)
    let (bytes, tooLarge) = overhead.multipliedReportingOverflow(by: 8 << 10)
    let (sum, overflow) = bytes.addingReportingOverflow(totalSize)
    return tooMany || tooLarge || overflow ? .max : sum
  }

  /// Throws when `produced` bytes came out of `consumed` and that is more than the ratio allows.
  func checkRatio(produced: Int64, consumed: Int64) throws(ArchiveError) {
    guard produced > 16 << 20 else { return }
    let (allowed, overflow) = max(consumed, 1).multipliedReportingOverflow(by: ratio)
    if !overflow, produced > allowed {
      throw ArchiveError(.limit, "expands to more than \(ratio) times its size")
    }
  }
}
