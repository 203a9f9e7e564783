import CArchive
import Glibc

/// What every use of libarchive has in common.
///
/// libarchive converts names through the locale of the process. None is set here, since a minimal system has no UTF-8
/// locale: a tar's headers are written and read without libarchive (`TarEntryHeader`, `TarEntries`), a zip's names are
/// marked as UTF-8 on their way out (`ZipNameMarks`), and read by `ZipDirectory`.
enum LibArchive {
  /// Bytes that libarchive hands to a sink or asks of a source at once.
  static let blockSize = 64 << 10

  /// A new handle, or the error of a process out of memory.
  static func handle(_ handle: OpaquePointer?) throws(ArchiveError) -> OpaquePointer {
    guard let handle else { throw ArchiveError(.failed, "not enough memory", code: ENOMEM) }
    return handle
  }

  /// libarchive's last message in the form of ours.
  static func message(_ archive: OpaquePointer) -> String {
    guard let text = archive_error_string(archive) else { return "libarchive reported no reason" }
    var message = String(cString: text)
    while message.last == "." { message.removeLast() }
    guard let first = message.unicodeScalars.first, message.dropFirst().first?.isLowercase == true else {
      return message
    }
    return first.properties.lowercaseMapping + message.dropFirst()
  }

  /// Throws unless a call of a writer gave ARCHIVE_OK. A warning counts as a failure: libarchive warns where it wrote
  /// something other than it was asked to.
  static func check(_ result: Int32, writing archive: OpaquePointer) throws(ArchiveError) {
    guard result != ARCHIVE_OK else { return }
    throw ArchiveError(.failed, message(archive), code: archive_errno(archive))
  }
}
