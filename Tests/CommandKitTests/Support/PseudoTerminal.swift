import Glibc
import TestSupport

/// A terminal whose other end the test holds.
final class PseudoTerminal: @unchecked Sendable {
  private let device: TerminalDevice
  /// The end of the tool.
  let slave: Int32

  init(columns: UInt16 = 80) {
    guard let device = TerminalDevice(columns: columns) else { preconditionFailure("no terminal can be had") }
    self.device = device
    slave = open(device.path, O_RDWR | O_NOCTTY | O_CLOEXEC)
  }

  deinit {
    close(slave)
  }

  var path: String { device.path }

  var echoes: Bool {
    var state = termios()
    tcgetattr(slave, &state)
    return state.c_lflag & tcflag_t(ECHO) != 0
  }

  func type(_ text: String) { device.type(text) }

  /// Returns the text that appears within a moment, to check that there is none.
  func seen() -> String { String(decoding: device.receive(patience: 50) ?? [], as: UTF8.self) }

  /// Reads until `text` appears, or until nothing has come for a minute.
  func wait(for text: String) -> String {
    var bytes: [UInt8] = []
    while true {
      let all = String(decoding: bytes, as: UTF8.self)
      guard !all.contains(text), let more = device.receive(patience: 60_000), !more.isEmpty else { return all }
      bytes += more
    }
  }
}
