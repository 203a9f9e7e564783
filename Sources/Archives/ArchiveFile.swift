import Glibc

/// A regular file for reading at any offset. Its size is determined once, and the descriptor's own offset never changes.
final class ArchiveFile {
  private static let smallWindow = 4 << 10
  private static let largeWindow = 128 << 10

  let size: Int64
  private let descriptor: Int32
  private var window: [UInt8] = []
  private var windowStart: Int64 = 0

  /// - Parameter end: The offset at which to stop if it is before the end of the file.
  init(_ descriptor: Int32, end: Int64 = .max) throws(ArchiveError) {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw Self.failure(errno) }
    guard status.st_mode & S_IFMT == Glibc.S_IFREG else {
      throw ArchiveError(.unsupported, "a zip archive must be a regular file")
    }
    self.descriptor = descriptor
    size = min(Int64(status.st_size), end)
  }

  /// Returns bytes of the file. A cache makes adjacent reads cheap.
  ///
  /// - Throws: An error of kind `damaged` if the range is not inside the file.
  func bytes(at offset: Int64, _ count: Int) throws(ArchiveError) -> [UInt8] {
    guard offset >= 0, count >= 0, offset <= size, Int64(count) <= size - offset else {
      throw ArchiveError(.damaged, "the archive is truncated, or it contains a wrong offset")
    }
    if offset < windowStart || offset + Int64(count) > windowStart + Int64(window.count) {
      try moveWindow(to: offset, atLeast: count)
    }
    let start = Int(offset - windowStart)
    return Array(window[start..<start + count])
  }

  /// Reads at an offset and returns the number of bytes. It is less than the buffer's size only at the end of the file.
  func read(at offset: Int64, into buffer: UnsafeMutableRawBufferPointer) throws(ArchiveError) -> Int {
    let wanted = Int(max(0, min(Int64(buffer.count), size - offset)))
    var filled = 0
    while filled < wanted {
      let count = pread(descriptor, buffer.baseAddress! + filled, wanted - filled, off_t(offset) + filled)
      if count < 0 {
        if errno == EINTR { continue }
        throw Self.failure(errno)
      }
      if count == 0 { break }
      filled += count
    }
    return filled
  }

  private func moveWindow(to offset: Int64, atLeast count: Int) throws(ArchiveError) {
    // Only consecutive reads get large windows. Otherwise each entry of a directory in a hostile order would cost
    // one.
    let follows = offset >= windowStart && offset <= windowStart + Int64(window.count)
    let preferred = follows ? min(max(2 * window.count, Self.smallWindow), Self.largeWindow) : Self.smallWindow
    let wanted = Int(min(Int64(max(count, preferred)), size - offset))
    var bytes = [UInt8](repeating: 0, count: wanted)
    var failure: ArchiveError?
    let filled = bytes.withUnsafeMutableBytes { buffer in
      do throws(ArchiveError) {
        return try read(at: offset, into: buffer)
      } catch {
        failure = error
        return 0
      }
    }
    if let failure { throw failure }
    guard filled == wanted else { throw ArchiveError(.damaged, "the archive shrank while it was read") }
    window = bytes
    windowStart = offset
  }

  private static func failure(_ code: Int32) -> ArchiveError {
    ArchiveError(.failed, "reading failed: \(String(cString: strerror(code)))", code: code)
  }
}
