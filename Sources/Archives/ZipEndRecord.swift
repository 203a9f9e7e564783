/// The end record of a zip archive (APPNOTE 4.3.16) and its zip64 counterparts, if present (4.3.14, 4.3.15). They tell where
/// the central directory is.
///
/// The end record must be the last one in the file, and only zeros may follow its comment. So nothing can hide after the
/// archive, and all readers agree on the record that counts. The zeros are allowed because bsdtar pads the last block with zeros
/// if its output is not a file.
struct ZipEndRecord {
  static let signature: [UInt8] = [0x50, 0x4B, 5, 6]
  private static let size = 22
  private static let locatorSize = 20
  private static let zip64Size = 56

  /// libarchive searches only the last 16 KiB of the file for the record.
  private static let maximumComment = 16_000

  /// The maximum number of zeros. No tool uses larger blocks.
  private static let maximumFill = 64 << 10

  /// The offset of the end of the archive.
  let archiveEnd: Int64
  let entries: Int64
  let directorySize: Int64
  let directoryStart: Int64

  init(_ file: ArchiveFile) throws(ArchiveError) {
    let (start, archiveEnd) = try Self.find(file)
    var fields = LittleEndian(try file.bytes(at: start, Self.size))
    _ = try fields.u32()
    let (disk, startDisk) = (try fields.u16(), try fields.u16())
    let (diskEntries, entries) = (try fields.u16(), try fields.u16())
    let (size, offset) = (try fields.u32(), try fields.u32())

    let located = try Self.zip64(file, before: start, archiveEnd)
    if located == nil || disk != .max || startDisk != .max {
      guard disk == 0, startDisk == 0, diskEntries == entries else { throw Self.severalVolumes }
    }
    if let located {
      guard entries == .max || Int64(entries) == located.entries, size == .max || Int64(size) == located.directorySize,
        offset == .max || Int64(offset) == located.directoryStart
      else { throw ArchiveError(.damaged, "the two end records differ") }
      self = located
    } else {
      self.init(
        archiveEnd: archiveEnd, entries: Int64(entries), directorySize: Int64(size), directoryStart: Int64(offset))
      guard directoryStart + directorySize == start else { throw Self.misplaced }
    }
  }

  private init(archiveEnd: Int64, entries: Int64, directorySize: Int64, directoryStart: Int64) {
    self.archiveEnd = archiveEnd
    self.entries = entries
    self.directorySize = directorySize
    self.directoryStart = directoryStart
  }

  /// Finds the offsets of the record and of the end of its comment.
  private static func find(_ file: ArchiveFile) throws(ArchiveError) -> (start: Int64, end: Int64) {
    let tailSize = Int(min(file.size, Int64(size + maximumComment + maximumFill)))
    let tailStart = file.size - Int64(tailSize)
    let tail = try file.bytes(at: tailStart, tailSize)
    var index = tail.count - size
    while index >= 0 {
      if tail[index] == signature[0], tail[index..<index + 4].elementsEqual(signature) {
        let comment = Int(tail[index + 20]) | Int(tail[index + 21]) << 8
        let end = index + size + comment
        guard end <= tail.count, tail.count - end <= maximumFill, tail[end...].allSatisfy({ $0 == 0 }) else {
          throw ArchiveError(.damaged, "data after the end of the archive")
        }
        guard comment <= maximumComment else { throw ArchiveError(.unsupported, "a comment of \(comment) bytes") }
        return (tailStart + Int64(index), tailStart + Int64(end))
      }
      index -= 1
    }
    throw ArchiveError(.damaged, "not a zip archive, or its end is missing")
  }

  private static func zip64(
    _ file: ArchiveFile, before end: Int64, _ archiveEnd: Int64
  ) throws(ArchiveError) -> ZipEndRecord? {
    guard end >= Int64(locatorSize) else { return nil }
    var locator = LittleEndian(try file.bytes(at: end - Int64(locatorSize), locatorSize))
    guard try locator.u32() == 0x0706_4B50 else { return nil }
    let disk = try locator.u32()
    let recordStart = try locator.i64()
    guard disk == 0, try locator.u32() <= 1 else { throw severalVolumes }
    // The record could have private data at its end, but no tool writes any.
    guard recordStart == end - Int64(locatorSize + zip64Size) else { throw misplaced }
    var record = LittleEndian(try file.bytes(at: recordStart, zip64Size))
    guard try record.u32() == 0x0606_4B50, try record.i64() == Int64(zip64Size - 12) else { throw misplaced }
    _ = try record.u32()
    guard try record.u32() == 0, try record.u32() == 0 else { throw severalVolumes }
    let (diskEntries, entries) = (try record.i64(), try record.i64())
    guard diskEntries == entries else { throw severalVolumes }
    let found = ZipEndRecord(
      archiveEnd: archiveEnd, entries: entries, directorySize: try record.i64(), directoryStart: try record.i64())
    let (directoryEnd, overflow) = found.directoryStart.addingReportingOverflow(found.directorySize)
    guard !overflow, directoryEnd == recordStart else { throw misplaced }
    return found
  }

  private static var severalVolumes: ArchiveError {
    ArchiveError(.damaged, "incomplete zip archive: one volume of several")
  }

  private static var misplaced: ArchiveError {
    ArchiveError(.damaged, "the zip directory is not at the offset in the end record")
  }
}
