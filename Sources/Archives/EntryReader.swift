/// What `ArchiveReader` needs of a format. The reader calls `next` only after `read` returned 0, and checks names,
/// sizes and limits itself.
protocol EntryReader: AnyObject {
  /// The next entry with its name as the archive has it; nil when the archive and everything after it was found in
  /// order.
  func next() throws -> ArchiveEntry?

  /// Content of the entry, 0 at its end, when whatever protects it was checked.
  func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int
}
