import CArchive
import Glibc

/// Helpers for all uses of libarchive.
///
/// libarchive converts names with the locale of the process. okit sets no locale, because a minimal system has no UTF-8
/// locale. Tar headers are written and read without libarchive (`TarEntryHeader`, `TarEntries`). The names in a zip are
/// marked as UTF-8 while they are written (`ZipUTF8Flags`), and they are read by `ZipDirectory`.
enum LibArchive {
  /// The number of bytes that libarchive passes to a sink or requests from a source at once.
  static let blockSize = 64 << 10

  /// Returns a new handle. Throws if there is not enough memory.
  static func handle(_ handle: OpaquePointer?) throws(ArchiveError) -> OpaquePointer {
    guard let handle else { throw ArchiveError(.failed, "not enough memory", code: ENOMEM) }
    return handle
  }

  /// Returns libarchive's last message in the style of okit.
  static func message(_ archive: OpaquePointer) -> String {
    guard let text = archive_error_string(archive) else { return "libarchive reported no reason" }
    var message = String(cString: text)
    while message.last == "." { message.removeLast() }
    guard let first = message.unicodeScalars.first, message.dropFirst().first?.isLowercase == true else {
      return message
    }
    return first.properties.lowercaseMapping + message.dropFirst()
  }

  /// Throws unless the call of a writer returned ARCHIVE_OK. Warnings count as failures, because libarchive warns if it
  /// wrote something other than requested.
  static func check(_ result: Int32, writing archive: OpaquePointer) throws(ArchiveError) {
    guard result != ARCHIVE_OK else { return }
    throw ArchiveError(.failed, message(archive), code: archive_errno(archive))
  }
}
