import Glibc
import OKitStorage

/// A pipe that closes its ends when it is deinitialized. Programs inherit an end only as one of their standard streams.
final class Pipe {
  private(set) var readEnd: Int32
  private(set) var writeEnd: Int32

  /// Throws `SystemError` with `name`, the program that the pipe is for.
  init(for name: String) throws {
    var ends: (read: Int32, write: Int32) = (-1, -1)
    let result = withUnsafeMutableBytes(of: &ends) {
      pipe($0.assumingMemoryBound(to: Int32.self).baseAddress!)
    }
    guard result == 0 else { throw SystemError("run", name) }
    (readEnd, writeEnd) = ends
    for end in [readEnd, writeEnd] { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
  }

  deinit {
    closeReadEnd()
    closeWriteEnd()
  }

  func closeReadEnd() { Self.close(&readEnd) }

  func closeWriteEnd() { Self.close(&writeEnd) }

  private static func close(_ end: inout Int32) {
    if end >= 0 { _ = Glibc.close(end) }
    end = -1
  }
}
