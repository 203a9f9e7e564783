import Glibc

/// A new terminal: the end that a test holds, and the path at which the other end is opened.
package final class TerminalDevice {
  /// The end of the test.
  package let master: Int32
  /// The other end, such as `/dev/pts/7`.
  package let path: String

  // Swift does not import the macros TIOCSPTLCK and TIOCGPTN, and posix_openpt needs _GNU_SOURCE.
  private static let unlock: UInt = 0x4004_5431
  private static let getNumber: UInt = 0x8004_5430

  /// Creates a terminal of 24 lines; nil if the system has none.
  package init?(columns: UInt16 = 80) {
    master = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
    var locked: Int32 = 0
    var number: Int32 = 0
    var size = winsize(ws_row: 24, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
    let isMade =
      master >= 0 && ioctl(master, Self.unlock, &locked) == 0 && ioctl(master, Self.getNumber, &number) == 0
      && ioctl(master, UInt(TIOCSWINSZ), &size) == 0
    path = "/dev/pts/\(number)"
    if !isMade { return nil }
  }

  deinit {
    if master >= 0 { close(master) }
  }

  /// Types `text`.
  package func type(_ text: String) { _ = write(master, text, text.utf8.count) }

  /// Returns the output that comes within so many milliseconds; nil if there is none, and empty at the end.
  package func receive(patience milliseconds: Int32) -> ArraySlice<UInt8>? {
    var waiting = pollfd(fd: master, events: Int16(POLLIN), revents: 0)
    guard poll(&waiting, 1, milliseconds) > 0 else { return nil }
    var chunk = [UInt8](repeating: 0, count: 4096)
    return chunk[..<max(0, read(master, &chunk, chunk.count))]
  }
}
