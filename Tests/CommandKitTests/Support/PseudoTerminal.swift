import Glibc

/// A terminal whose other end is held by the test.
final class PseudoTerminal: @unchecked Sendable {
  let master: Int32
  let path: String
  /// The tool's end.
  let slave: Int32

  // TIOCSPTLCK and TIOCGPTN are macros that Swift does not import, and posix_openpt hides behind _GNU_SOURCE.
  private static let unlock: UInt = 0x4004_5431
  private static let getNumber: UInt = 0x8004_5430

  init(columns: UInt16 = 80) {
    master = open("/dev/ptmx", O_RDWR | O_NOCTTY)
    var locked: Int32 = 0
    _ = ioctl(master, Self.unlock, &locked)
    var number: Int32 = 0
    _ = ioctl(master, Self.getNumber, &number)
    path = "/dev/pts/\(number)"
    slave = open(path, O_RDWR | O_NOCTTY)
    var size = winsize(ws_row: 24, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
    _ = ioctl(master, UInt(TIOCSWINSZ), &size)
  }

  deinit {
    close(master)
    close(slave)
  }

  var echoes: Bool {
    var state = termios()
    tcgetattr(slave, &state)
    return state.c_lflag & tcflag_t(ECHO) != 0
  }

  func type(_ text: String) {
    _ = write(master, text, text.utf8.count)
  }

  /// What has appeared within so many milliseconds of silence.
  func seen(patience: Int32 = 50) -> String {
    var bytes: [UInt8] = []
    var waiting = pollfd(fd: master, events: Int16(POLLIN), revents: 0)
    var chunk = [UInt8](repeating: 0, count: 4096)
    while poll(&waiting, 1, patience) > 0 {
      let count = read(master, &chunk, chunk.count)
      if count <= 0 { break }
      bytes += chunk[..<count]
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Reads until `text` has appeared, or a few seconds have passed.
  func wait(for text: String) -> String {
    var all = ""
    for _ in 0..<100 where !all.contains(text) { all += seen() }
    return all
  }
}
