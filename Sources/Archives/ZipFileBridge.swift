import CArchive
import Glibc

/// Lets libarchive read a file through callbacks, and keeps an error of the system.
final class ZipFileBridge {
  private let file: ArchiveFile
  private let buffer = RawBuffer()
  private var offset: Int64 = 0
  private(set) var error: ArchiveError?

  init(_ file: ArchiveFile) {
    self.file = file
  }

  /// Opens the archive. This object must outlive it.
  func open(_ archive: OpaquePointer, _ check: (Int32) throws -> Void) throws {
    let read:
      @convention(c) (OpaquePointer?, UnsafeMutableRawPointer?, UnsafeMutablePointer<UnsafeRawPointer?>?) -> Int = {
        _, context, block in
        guard let context, let block else { return -1 }
        return Unmanaged<ZipFileBridge>.fromOpaque(context).takeUnretainedValue().read(block)
      }
    try check(archive_read_set_read_callback(archive, read))
    try check(
      archive_read_set_seek_callback(archive) { _, context, offset, whence in
        guard let context else { return la_int64_t(ARCHIVE_FATAL) }
        return la_int64_t(
          Unmanaged<ZipFileBridge>.fromOpaque(context).takeUnretainedValue().seek(Int64(offset), whence))
      })
    try check(
      archive_read_set_skip_callback(archive) { _, context, count in
        guard let context else { return 0 }
        return la_int64_t(Unmanaged<ZipFileBridge>.fromOpaque(context).takeUnretainedValue().skip(Int64(count)))
      })
    try check(archive_read_set_callback_data(archive, Unmanaged.passUnretained(self).toOpaque()))
    try check(archive_read_open1(archive))
  }

  private func read(_ block: UnsafeMutablePointer<UnsafeRawPointer?>) -> Int {
    do throws(ArchiveError) {
      let count = try file.read(at: offset, into: buffer.bytes)
      offset += Int64(count)
      block.pointee = UnsafeRawPointer(buffer.bytes.baseAddress)
      return count
    } catch {
      self.error = error
      return -1
    }
  }

  private func seek(_ distance: Int64, _ whence: Int32) -> Int64 {
    let base: Int64
    switch whence {
    case SEEK_SET: base = 0
    case SEEK_CUR: base = offset
    case SEEK_END: base = file.size
    default: return Int64(ARCHIVE_FATAL)
    }
    let (target, overflow) = base.addingReportingOverflow(distance)
    guard !overflow, target >= 0, target <= file.size else { return Int64(ARCHIVE_FATAL) }
    offset = target
    return target
  }

  private func skip(_ count: Int64) -> Int64 {
    let skipped = max(0, min(count, file.size - offset))
    offset += skipped
    return skipped
  }
}
