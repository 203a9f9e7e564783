import Glibc

/// Room on a file system.
package enum FreeSpace {
  /// This part of what is free, or so many bytes, is left alone: the journal and other programs need some.
  private static let reservedPart: UInt64 = 16
  private static let reservedAtMost: UInt64 = 1 << 30

  /// Throws an error of kind `inputOutput` unless `size` bytes that `name` declares fit where the staged `folder` lies: before the first
  /// of them is written, not when the disk is full.
  package static func require(_ size: Int64, of name: String, in folder: String) throws {
    var status = statvfs()
    guard statvfs(folder, &status) == 0 else { throw SystemError("read", folder) }
    // Some file systems do not tell.
    guard status.f_blocks > 0 else { return }
    let (free, overflow) = UInt64(status.f_bavail).multipliedReportingOverflow(by: UInt64(status.f_frsize))
    let room = overflow ? UInt64.max : free - min(free / reservedPart, reservedAtMost)
    guard UInt64(clamping: size) <= room else {
      throw OKitError(.inputOutput, "not enough disk space: \(name) has \(size) bytes, and \(room) are free")
    }
  }
}
