import Glibc

/// The free space of a file system.
package enum FreeSpace {
  /// 1/16 of the free space stays unused, for the journal and other programs.
  private static let reservedPart: UInt64 = 16
  /// The most bytes that stay unused.
  private static let reservedAtMost: UInt64 = 1 << 30

  /// Throws an error of kind `inputOutput` unless `size` bytes, the declared size of `name`, fit on the file system of `folder`.
  ///
  /// The check comes before the first byte is written, so that the work does not fail on a full disk.
  package static func require(_ size: Int64, of name: String, in folder: FilePath) throws {
    var status = statvfs()
    guard statvfs(folder.text, &status) == 0 else { throw SystemError("read", folder) }
    // Some file systems do not report their size.
    guard status.f_blocks > 0 else { return }
    let (free, overflow) = UInt64(status.f_bavail).multipliedReportingOverflow(by: UInt64(status.f_frsize))
    let room = overflow ? UInt64.max : free - min(free / reservedPart, reservedAtMost)
    guard UInt64(clamping: size) <= room else {
      throw OKitError(.inputOutput, "not enough disk space: \(name) has \(size) bytes, and \(room) are free")
    }
  }
}
